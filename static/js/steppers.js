// The buttons beside a number: one less, one more, never below nothing.

export function start(root) {
  for (const button of root.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      const input = button.parentElement.querySelector("input");
      input.value = Math.max(0, (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
}
