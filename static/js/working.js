// Shows at once that a form was sent, until the browser has the answer: uploading and reading large files takes long.
// data-working: the message to show.

export function start(form) {
  const message = form.querySelector("[data-working]");

  form.addEventListener("submit", (event) => {
    if (form.getAttribute("aria-busy")) return event.preventDefault(); // the second tap of a double tap
    for (const each of [form, event.submitter]) each?.setAttribute("aria-busy", "true");
    message.textContent = message.dataset.working;
  });
}
