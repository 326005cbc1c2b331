// The buttons beside a number: one less, one more, not below nothing, or what the number says is its least.

export function start(root) {
  for (const button of root.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => {
      const input = button.parentElement.querySelector("input");
      input.value = Math.max(Number(input.dataset.least ?? 0), (Number.parseInt(input.value, 10) || 0) + Number(button.dataset.step));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
}
