"""Feedback on a phone before the response arrives, and the page after the response."""

from playwright.sync_api import expect

from tests.browser.steps import ready, send, sit_down, started, tap_cards, totals, until

FIRST_FRAME = """() => new Promise(done => document.addEventListener("click", () => requestAnimationFrame(() => done({
  turn: document.querySelector(".turn h2").innerText,
  said: document.querySelector("#verdict").innerText.split(/\\s*\\n\\s*/),
  cards: document.querySelectorAll(".card:not(.card-empty)").length,
  keys: document.querySelectorAll("[data-number]:not([aria-disabled=true])").length,
})), {capture: true, once: true}))"""
"""The content of the first frame after the next tap."""
COUNT_FLYING = """() => {
  window.flown = 0;
  const flies = each => each.className?.startsWith("flying");
  const came = ({addedNodes}) => window.flown += [...addedNodes].filter(flies).length;
  new MutationObserver(all => all.forEach(came)).observe(document.body, {childList: true});
  const counts = ({target}) => target.dataset.shown && window.counted.push(Number(target.dataset.shown));
  const total = document.querySelectorAll(".standings .standing > b")[1];
  window.counted = [];
  new MutationObserver(all => all.forEach(counts)).observe(total, {attributeFilter: ["data-shown"]});
}"""
LANDED = "number => window.flown === number && !document.querySelector('.flying')"
PAINTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"


def test_receipt_appears_in_the_first_frame_after_a_tap(phone):
    sit_down(phone, "Anneli", "Benito")
    send(phone, "5")
    phone.evaluate(COUNT_FLYING)
    held = []
    phone.route("**/plays", lambda route: held.append(route))
    tap_cards(phone, "222")
    phone.evaluate(f"window.seen = ({FIRST_FRAME})(); 0")
    phone.locator("#send").tap()
    assert phone.evaluate("window.seen") == {
        "turn": "Anneli sends an agent",
        "said": ["Which code name?", "Benito 2/2/2 to Absurdistan: +3 · not confirmed yet", "Can't send an agent?"],
        "cards": 0,
        "keys": 7,
    }
    tap_cards(phone, "6")  # typed while the previous one is being sent

    until(phone, lambda: held)[0].continue_()
    expect(phone.locator("#verdict strong")).to_have_text("6 goes to Absurdistan [6]")
    expect(phone.locator(".bar-link")).to_have_text("2 entries")
    expect(phone.locator(".card:not(.card-empty)")).to_have_text("6")
    phone.wait_for_function(LANDED, arg=3)
    expect(phone.locator("[data-shown]")).to_have_count(0)
    counted = phone.evaluate("window.counted")
    assert counted == sorted(counted)
    assert 0 <= counted[0] < totals(phone)[1]
    phone.unroute("**/plays")
    phone.emulate_media(reduced_motion="reduce")
    phone.locator("#send").tap()
    expect(phone.locator("#verdict strong")).to_have_text("Anneli 6 to Absurdistan: +2")
    phone.evaluate(PAINTED)
    assert phone.evaluate("window.flown") == 3
    ready(phone)
    shown = phone.locator("main").inner_html()
    assert "not confirmed" not in phone.locator("#verdict").inner_text()
    phone.reload()
    started(phone)
    assert plain(phone, phone.locator("main").inner_html()) == plain(phone, shown)


def plain(page, html):
    """Return a page without the parts that differ in each response."""
    return page.evaluate(
        """html => {
          const fresh = new DOMParser().parseFromString(html, "text/html");
          for (const each of fresh.querySelectorAll("[name=entry_key], [name=csrf_token], noscript")) each.remove();
          for (const each of fresh.querySelectorAll("[data-started], button")) {
            for (const name of ["data-started", "disabled"]) each.removeAttribute(name);
          }
          return fresh.body.innerHTML.replace(/\\s+/g, " ");
        }""",
        html,
    )
