"""What a phone says before the answer is there, and what it makes of an answer that has only what changed."""

from playwright.sync_api import expect

from tests.browser.steps import ready, send, sit_down, tap_cards

FIRST_FRAME = """() => new Promise(done => document.addEventListener("click", () => requestAnimationFrame(() => done({
  said: document.querySelector("#verdict").innerText.split(/\\s*\\n\\s*/),
  waits: document.querySelector("#verdict").classList.contains("verdict-waits"),
  cards: document.querySelectorAll(".card:not(.card-empty)").length,
  keys: document.querySelectorAll("[data-number]:not([aria-disabled=true])").length,
})), {capture: true, once: true}))"""
"""What stands there in the first frame after the next tap."""


def test_the_receipt_is_there_in_the_first_frame_and_the_table_is_as_it_is_when_loaded(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "5")
    held = []
    phone.route("**/plays", lambda route: held.append(route))
    tap_cards(phone, "222")
    phone.evaluate(f"window.seen = ({FIRST_FRAME})(); 0")
    phone.locator("#send").tap()
    seen = phone.evaluate("window.seen")
    assert seen == {
        "said": ["Benito 2/2/2 to Absurdistan: +3", "not confirmed yet"],
        "waits": True,
        "cards": 0,
        "keys": 0,
    }
    phone.locator("[data-number='0']").tap(force=True)  # nothing is typed into what is on its way
    expect(phone.locator(".card:not(.card-empty)")).to_have_count(0)

    held[0].continue_()
    expect(phone.get_by_role("heading", name="Anneli sends an agent")).to_be_visible()
    assert phone.locator("#verdict strong").inner_text() == "Benito 2/2/2 to Absurdistan: +3"
    phone.unroute("**/plays")
    send(phone, "6")
    ready(phone)
    shown = phone.locator("main").inner_html()
    assert "not confirmed" not in phone.locator("#verdict").inner_text()
    phone.reload()
    ready(phone)
    assert plain(phone, phone.locator("main").inner_html()) == plain(phone, shown)


def plain(page, html):
    """Return a page without what belongs to one answer alone."""
    return page.evaluate(
        """html => {
          const fresh = new DOMParser().parseFromString(html, "text/html");
          for (const each of fresh.querySelectorAll("[name=entry_key], [name=csrf_token], noscript")) each.remove();
          for (const each of fresh.querySelectorAll("[data-started]")) each.removeAttribute("data-started");
          return fresh.body.innerHTML.replace(/\\s+/g, " ");
        }""",
        html,
    )
