"""The Castles of Burgundy: The Card Game on a phone: tallies by touch, unsent, printed values."""

import re

from playwright.sync_api import expect

from tests.browser.steps import SMALL, Taps, begin, box, follow, open_game, sideways, sit_down_by_hand, started, walk

TITLE = "The Castles of Burgundy: The Card Game"
PRINTED = {"castles": 4, "mines": 2, "knowledge": 3, "ships": 5}  # the rulebook names the others: 6, 4 and 3
MOST_TAPS, MOST_SCROLLS = 28, 2


def sit_down(page, *names, values=PRINTED):
    """Begin a game of these players."""
    begin(page, "loire", *names, **{f"triple_values-{name}": value for name, value in values.items()})
    expect(turn(page, names[0])).to_be_visible()
    started(page)


def sit_down_and_fill_in(page, *names):
    """Begin a game of these players, from the start page."""
    sit_down_by_hand(page, "loire", *names)
    for name, value in PRINTED.items():
        page.locator(f"#option-triple_values-{name}").fill(str(value))
    page.get_by_role("button", name=f"Begin {TITLE}").click()
    expect(turn(page, names[0])).to_be_visible()


def turn(page, name):
    return page.get_by_role("heading", name=f"{name}'s tally")


def tally(page):
    return page.locator("form.tally:visible")


def field(page, name):
    """Return a field of the tally that is open, by the end of its id."""
    return page.locator(f"#{tally(page).get_attribute('id')}-{name}")


def button(page):
    """Return the button that sends the tally that is open."""
    return tally(page).locator("[id^=send]")


def part(form, name):
    return form.locator(f"[data-part='{name}']")


def total(form):
    return part(form, "total").locator("b")


def fault(form, field):
    return part(form, f"fault-{field}")


def first(form, name):
    return form.locator(f"[name$=-first_triples][value={name}]")


def all_seven(form, points):
    return form.locator(f"[name$=-all_seven][value='{points}']")


def tick(box):
    """Tap a box until it is ticked: what a tally comes to can appear above it just then, and move it away."""
    while not box.is_checked():
        box.tap()


def fill(page, numbers, form=None, firsts=(), seven=None, starts=False):
    """Fill in numbers by the ends of the ids of their fields, and tap the bonus cards."""
    form = form or tally(page)
    for name, number in numbers.items():
        folded = form.locator("details:not([open])", has=field(page, name)).locator("> summary")
        if folded.count():
            folded.tap()
        field(page, name).fill(str(number))
    for name in firsts:
        tick(first(form, name))
    if seven:
        tick(all_seven(form, seven))
    if starts:
        field(page, "start_player").tap()


def plays(page, count):
    return page.locator(".bar-link", has_text=re.compile(rf"^{count} plays?$"))


def enter(page, count):
    """Send the player's tally, which makes it so many plays."""
    button(page).tap()
    expect(plays(page, count)).to_be_visible()


def seat(page, name):
    page.locator(".standing", has_text=name).click()
    expect(turn(page, name)).to_be_visible()


def unsent(page):
    return page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('typed:'))")


# Four tallies with what they come to, counted by hand from what is printed.
#
#            castles 4  mines 2  cloisters 6  knowledge 3  ships 5  pastures 4  buildings 3
# Anneli     3 -> 4     2+1 -> 2 1            2            1        3 -> 4      2              triples 10
# Benito     0          6 -> 4   3 -> 6       6 -> 6       0        0           6 -> 6         triples 22
# Carla      1          1        0            3 -> 3       4+2->10  1           1              triples 13
# Donny      2+1 -> 4   0        0            0            0        0           4 -> 3         triples 7
#
#            triples firsts seven cards goods animals start   total   left
# Anneli     10    + 2    + 4   + 12  + 9   + 4     + 1     = 42      4 = 1 worker, 2 silver, 1 chicken
# Benito     22    + 3    + 0   + 5   + 11  + 1     + 0     = 42      1 = 1 silver
# Carla      13    + 2    + 3   + 3   + 4   + 4     + 0     = 29      0
# Donny      7     + 0    + 0   + 0   + 2   + 0     + 0     = 9       4 = 2 workers, 1 goods, 1 sheep
BENITO = {
    "mines": 6, "cloisters": 3, "knowledge": 6, "buildings": 6, "victory": 5, "goods": 11,
    "animal-chickens": 1, "animal-cows": 1, "storage-silver": 1,
}  # fmt: skip
CARLA = {
    "castles": 1, "mines": 1, "knowledge": 3, "ships": 4, "ships-cloisters": 2,
    "pastures": 1, "buildings": 1, "victory": 3, "goods": 4, "animal-cows": 2, "animal-sheep": 2,
    "animal-pigs": 2,
}  # fmt: skip
DONNY = {
    "castles": 2, "castles-cloisters": 1, "buildings": 4, "goods": 2, "animal-sheep": 1,
    "storage-workers": 2, "storage-goods": 1,
}  # fmt: skip
SIDE_BY_SIDE = {
    "castles": ["1 × 4 4", "0", "0", "1 × 4 4"],
    "mines": ["1 × 2 2", "2 × 2 4", "0", "0"],
    "cloisters": ["0", "1 × 6 6", "0", "0"],
    "knowledge": ["0", "2 × 3 6", "1 × 3 3", "0"],
    "ships": ["0", "0", "2 × 5 10", "0"],
    "pastures": ["1 × 4 4", "0", "0", "0"],
    "buildings": ["0", "2 × 3 6", "0", "1 × 3 3"],
    "first triples": ["2", "3", "2", "0"],
    "all 7 types": ["4", "0", "3", "0"],
    "victory point cards": ["12", "5", "3", "0"],
    "sold goods": ["9", "11", "4", "2"],
    "animals": ["4", "1", "4", "0"],
    "start player": ["1", "0", "0", "0"],
    "points": ["42", "42", "29", "9"],
    "cards left in storage workers + silver + goods + unused animals": [
        "1+2+0+1 4",
        "0+1+0+0 1",
        "0+0+0+0 0",
        "2+0+1+1 4",
    ],
}


def more(page, name, times=1):
    """Return the + beside a field, as often as it is tapped."""
    return [field(page, name).locator("+ [data-step='1']")] * times


def triple(page, name):
    """Return the sign of a type, on which a tap adds three cards."""
    return tally(page).locator(f".estate .type-{name} > [data-step='3']")


def by_touch(page):
    """Enter Anneli's tally with one finger and return how many taps that took, and how often it scrolled."""
    tap, form = Taps(), tally(page)
    tap(triple(page, "castles"), *more(page, "mines", 2), tally(page).locator(".type-mines > .laid > summary"))
    tap(*more(page, "mines-cloisters"), *more(page, "cloisters"), *more(page, "knowledge", 2))
    tap(*more(page, "ships"), triple(page, "pastures"), *more(page, "buildings", 2))
    expect(part(form, "triples")).to_have_text("10")
    expect(part(form, "type-mines")).to_have_text("1 × 2")
    expect(part(form, "type-buildings")).to_have_text("●●○")
    expect(total(form)).to_have_text("10")
    tap(first(form, "castles"), first(form, "pastures"))
    expect(part(form, "first_triples")).to_have_text("2")
    tap(all_seven(form, 4))
    expect(part(form, "all_seven")).to_have_text("4")
    tap(page.get_by_role("button", name="+1 of each"), *more(page, "animal-chickens"))
    expect(part(form, "animals")).to_have_text("4")
    tap.type(field(page, "victory"), "12")
    tap.type(field(page, "goods"), "9")
    tap(field(page, "start_player"))
    expect(part(form, "start_player")).to_have_text("1")
    tap(*more(page, "storage-workers"), *more(page, "storage-silver", 2))
    expect(total(form)).to_have_text("42")
    expect(plays(page, 0)).to_be_visible()
    tap(button(page))
    expect(plays(page, 1)).to_be_visible()
    return tap.spent("a whole tally")


def four_tallies(page):
    """Enter the four tallies and return the taps and scrolls that the first took."""
    spent = by_touch(page)
    for count, (name, numbers, points, cards) in enumerate(
        (
            ("Benito", BENITO, "42", {"firsts": ("mines", "cloisters", "buildings")}),
            ("Carla", CARLA, "29", {"firsts": ("ships", "knowledge"), "seven": 3}),
            ("Donny", DONNY, "9", {}),
        ),
        2,
    ):
        expect(turn(page, name)).to_be_visible()
        expect(page.get_by_role("button", name="final scoring")).to_have_count(0)
        fill(page, numbers, **cards)
        expect(total(tally(page))).to_have_text(points)
        enter(page, count)
    return spent


def final_scoring(page):
    page.get_by_role("button", name="are in: final scoring").tap()
    expect(page.locator(".winner")).to_be_visible()


def test_a_four_player_tally_by_touch(phone):
    sit_down_and_fill_in(phone, "Anneli", "Benito", "Carla", "Donny")
    taps, scrolled = four_tallies(phone)
    assert taps <= MOST_TAPS
    assert scrolled <= MOST_SCROLLS
    assert phone.locator(".standing b").all_inner_texts() == ["42", "42", "29", "9"]
    final_scoring(phone)
    expect(phone.get_by_role("heading", name="Anneli has the most prosperous estate on the Loire")).to_be_visible()
    expect(phone.locator(".winner")).to_contain_text("tied with Benito on 42; more cards left in storage (4 to 1)")
    table = phone.locator(".side-by-side")
    assert table.locator("thead th").all_inner_texts()[1:] == ["Anneli", "Benito", "Carla", "Donny"]
    shown = {
        " ".join(row.locator("th").inner_text().split()): [
            " ".join(cell.split()) for cell in row.locator("td").all_inner_texts()
        ]
        for row in table.locator("tbody tr").all()
    }
    assert shown == SIDE_BY_SIDE


def test_the_parts_are_as_the_server_counts_them_even_if_an_early_answer_is_late(phone):
    sit_down(phone, "Anneli", "Benito")
    held = []

    def hold(route):
        if held:
            route.continue_()
        else:
            held.append(route)

    phone.route("**/preview", hold)
    with phone.expect_request("**/preview"):
        field(phone, "victory").fill("3")
    field(phone, "victory").fill("7")
    expect(total(tally(phone))).to_have_text("7")
    with phone.expect_event("requestfinished", lambda request: request == held[0].request):
        held[0].continue_()
    phone.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    expect(total(tally(phone))).to_have_text("7")


def test_what_cannot_be_is_said_beside_the_field_before_sending(phone):
    sit_down(phone, "Anneli", "Benito")
    fill(phone, {"castles": 7}, starts=True)
    enter(phone, 1)
    expect(turn(phone, "Benito")).to_be_visible()
    form = tally(phone)
    field(phone, "start_player").tap()
    expect(fault(form, "start_player")).to_contain_text("Anneli already has the start player card: play 1.")
    field(phone, "start_player").tap()
    expect(fault(form, "start_player")).to_have_text("")
    first(form, "ships").tap()
    expect(fault(form, "first_triples")).to_contain_text(
        "Benito has no triple of ships, so cannot have the “first” card for it."
    )
    first(form, "ships").tap()
    expect(fault(form, "first_triples")).to_have_text("")
    field(phone, "castles").fill("6")
    expect(fault(form, "estate")).to_contain_text(
        "There are only 12 castles: Benito cannot have 6. Already taken: Anneli 7."
    )
    field(phone, "castles").fill("5")
    expect(fault(form, "estate")).to_have_text("")
    field(phone, "animal-cows").fill("6")
    expect(fault(form, "animals")).to_contain_text("There are only 5 cows: Benito cannot have 6.")
    field(phone, "animal-cows").fill("0")
    expect(fault(form, "animals")).to_have_text("")
    expect(plays(phone, 1)).to_be_visible()


def test_a_refused_tally_says_why_and_keeps_everything_even_through_a_reload(phone):
    sit_down(phone, "Anneli", "Benito")
    fill(phone, {"castles": 3, "victory": 8}, firsts=("ships",), seven=3)
    button(phone).tap()
    expect(phone.get_by_role("alert")).to_be_visible()
    for _ in range(2):
        expect(field(phone, "castles")).to_have_value("3")
        expect(field(phone, "victory")).to_have_value("8")
        expect(first(tally(phone), "ships")).to_be_checked()
        expect(all_seven(tally(phone), 3)).to_be_checked()
        phone.reload()
        expect(plays(phone, 0)).to_be_visible()


def half(page):
    fill(page, {"castles": 3, "mines-cloisters": 1, "goods": 6}, firsts=("castles",), seven=1, starts=True)
    field(page, "start_player").tap()


def test_a_half_filled_tally_outlives_a_reload_and_is_gone_once_it_was_entered(phone):
    sit_down(phone, "Anneli", "Benito")
    half(phone)
    seat(phone, "Benito")
    expect(field(phone, "goods")).to_have_value("")
    seat(phone, "Anneli")
    phone.reload()
    expect(phone.get_by_text("Not entered yet: this is how you left it.")).to_be_visible()
    expect(field(phone, "castles")).to_have_value("3")
    expect(field(phone, "mines-cloisters")).to_have_value("1")
    expect(field(phone, "goods")).to_have_value("6")
    expect(first(tally(phone), "castles")).to_be_checked()
    expect(all_seven(tally(phone), 1)).to_be_checked()
    expect(field(phone, "start_player")).not_to_be_checked()
    expect(total(tally(phone))).to_have_text("12")  # 4 + 1 + 1 + 6
    field(phone, "mines-cloisters").fill("0")
    all_seven(tally(phone), 0).tap()
    enter(phone, 1)
    expect(turn(phone, "Benito")).to_be_visible()
    seat(phone, "Anneli")
    started(phone)
    expect(field(phone, "goods")).to_have_value("6")
    expect(phone.get_by_text("Not entered yet")).to_have_count(0)
    assert unsent(phone) == []


def test_what_was_unsent_and_entered_does_not_come_back_over_a_correction(phone):
    sit_down(phone, "Anneli", "Benito")
    fill(phone, {"goods": 6})
    enter(phone, 1)
    phone.locator(".bar-link", has_text="play").click()
    phone.locator(".log-line").click()
    field(phone, "goods").fill("9")
    phone.get_by_role("button", name="Save").click()
    expect(phone.locator(".log-line")).to_contain_text("9 points")
    phone.get_by_role("link", name="Back to the table").click()
    seat(phone, "Anneli")
    started(phone)
    expect(total(tally(phone))).to_have_text("9")
    expect(field(phone, "goods")).to_have_value("9")


def test_what_was_taken_back_to_what_was_entered_is_not_unsent(phone):
    sit_down(phone, "Anneli", "Benito")
    more(phone, "castles")[0].tap()
    expect(tally(phone)).to_have_attribute("data-unsent", "")
    assert len(unsent(phone)) == 1
    phone.locator("[data-step='-1']:has(+ #tally-0-castles)").tap()
    expect(tally(phone)).not_to_have_attribute("data-unsent", "")
    assert unsent(phone) == []


def test_the_printed_values_are_remembered_and_can_be_corrected_later(phone):
    sit_down(phone, "Anneli", "Benito")
    phone.get_by_role("link", name="All games").click()
    phone.locator(".tile-loire").click()
    for name, value in {**PRINTED, "cloisters": 6, "pastures": 4, "buildings": 3}.items():
        expect(phone.locator(f"#option-triple_values-{name}")).to_have_value(str(value))
    for seat, name in enumerate(("Anneli", "Benito")):  # a tap while another is on its way is not taken
        phone.get_by_role("button", name=name, exact=True).click()
        expect(phone.locator(f"#name-{seat}")).to_have_value(name)
    phone.get_by_role("button", name=f"Begin {TITLE}").click()
    fill(phone, {"mines": 6})
    expect(total(tally(phone))).to_have_text("4")
    enter(phone, 1)
    phone.get_by_role("link", name="Triples 4 2 6 3 5 4 3, change").click()
    expect(phone.locator("#option-triple_values-mines")).to_have_value("2")
    phone.locator("#option-triple_values-mines + [data-step='1']").tap()
    phone.get_by_role("button", name="Save").tap()
    expect(turn(phone, "Benito")).to_be_visible()
    assert phone.locator(".standing b").all_inner_texts() == ["6", "–"]
    phone.get_by_role("link", name="All games").click()
    phone.locator(".tile-loire").click()
    expect(phone.locator("#option-triple_values-mines")).to_have_value("3")


def test_a_printed_value_that_is_not_known_is_filled_in_where_it_is_needed(phone):
    sit_down(phone, "Anneli", "Benito", values={})
    worth = phone.locator("[name=option-triple_values-castles]:visible")
    expect(worth).to_be_hidden()
    triple(phone, "castles").tap()
    expect(field(phone, "castles")).to_have_value("3")
    expect(worth).to_have_value("")
    expect(worth).to_be_visible()
    fill(phone, {"goods": 2})
    expect(part(tally(phone), "type-castles")).to_contain_text("1 × ?")
    expect(total(tally(phone))).to_have_text("2 + ?")
    worth.fill("4")
    expect(total(tally(phone))).to_have_text("6")
    phone.reload()
    expect(total(tally(phone))).to_have_text("6")
    expect(worth).to_have_value("4")
    enter(phone, 1)
    expect(turn(phone, "Benito")).to_be_visible()
    assert phone.locator(".standing b").all_inner_texts() == ["6", "–"]
    fill(phone, {"castles": 3})
    expect(part(tally(phone), "type-castles")).to_have_text("1 × 4")
    expect(worth).to_have_count(0)


ESTATE = """(top, bottom) => [...document.querySelectorAll(".estate-row:not([hidden] *)")].map(row => {
  const box = row.getBoundingClientRect();
  return [Math.round(box.height), box.top >= top, box.bottom <= bottom];
})"""


def test_the_estate_fits_one_screen_and_on_a_large_one_everything_does(device):
    page = device(viewport=SMALL)
    sit_down(page, "Anneli", "Benito", "Carla", "Donny")
    for size in (SMALL, {"width": 390, "height": 664}):
        page.set_viewport_size(size)
        top, bottom = box(page.locator(".standings")), box(page.locator(".foot:visible"))
        rows = page.evaluate(f"({ESTATE})({top['y'] + top['height']}, {bottom['y']})")
        assert rows == [[57, True, True]] * 7, size
        assert sideways(page) == 0
    page.set_viewport_size({"width": 1280, "height": 800})
    estate, rest, foot = (
        box(page.locator(each)) for each in (".estate:visible", ".tally-rest:visible", ".foot:visible")
    )
    assert estate["x"] + estate["width"] <= rest["x"] + 1
    assert abs(estate["y"] - rest["y"]) < 2
    assert max(each["y"] + each["height"] for each in (estate, rest)) <= foot["y"]
    assert foot["y"] + foot["height"] <= 800


def test_the_last_tally_asks_for_first_cards_that_nobody_has(phone):
    sit_down(phone, "Anneli", "Benito")
    question = part(tally(phone), "forgotten")
    fill(phone, {"castles": 3})
    expect(total(tally(phone))).to_have_text("4")
    expect(question).to_have_text("")
    enter(phone, 1)
    expect(question).to_have_text("Nobody has the “first” card for castles yet. Forgotten?")
    fill(phone, {"mines": 3})
    expect(question).to_have_text("Nobody has the “first” card for castles and mines yet. Forgotten?")
    first(tally(phone), "mines").tap()
    expect(question).to_have_text("Nobody has the “first” card for castles yet. Forgotten?")


def test_the_bar_says_what_comes_next(phone):
    sit_down(phone, "Anneli", "Benito")
    marks = phone.locator(".standing-entered")
    expect(phone.locator(".foot .send:visible")).to_have_text("Enter Anneli's tally")
    fill(phone, {"goods": 6})
    enter(phone, 1)
    expect(marks).to_have_count(1)
    seat(phone, "Anneli")
    started(phone)
    expect(phone.locator(".foot .send:visible")).to_have_text("Enter Benito's tally")
    fill(phone, {"goods": 7})
    expect(phone.locator(".foot .send:visible")).to_have_text("Change Anneli's tally")
    enter(phone, 2)
    expect(phone.locator(".foot .send:visible")).to_have_text("Enter Benito's tally")
    enter(phone, 3)
    expect(marks).to_have_count(2)
    expect(phone.locator(".foot .send:visible")).to_have_text("Both are in: final scoring")
    fill(phone, {"victory": 1})
    expect(phone.locator(".foot .send:visible")).to_have_text("Change Benito's tally")


def test_a_tally_is_cleared_and_comes_back(phone):
    sit_down(phone, "Anneli", "Benito")
    fill(phone, {"castles": 3, "mines-cloisters": 1, "goods": 6}, firsts=("castles",), seven=1)
    phone.get_by_role("button", name="Clear this tally").tap()
    expect(total(tally(phone))).to_have_text("0")
    assert unsent(phone) == []
    phone.get_by_role("button", name="Bring back what was there").tap()
    expect(total(tally(phone))).to_have_text("12")
    expect(field(phone, "mines-cloisters")).to_have_value("1")
    assert len(unsent(phone)) == 1


def test_without_scripts(device):
    page = device(java_script_enabled=False)
    sit_down_and_fill_in(page, "Anneli", "Benito")
    expect(page.locator("[data-step]").first).to_be_hidden()
    field(page, "castles").fill("3")
    field(page, "victory").fill("x")
    button(page).click()
    expect(page.get_by_role("alert")).to_contain_text("Type a whole number, such as 3.")
    expect(field(page, "victory")).to_have_value("x")
    field(page, "victory").fill("5")
    page.get_by_role("button", name="Enter Anneli's tally").click()
    expect(turn(page, "Benito")).to_be_visible()
    field(page, "ships").fill("4")
    tally(page).locator(".type-ships summary").click()
    field(page, "ships-cloisters").fill("2")
    field(page, "goods").fill("1")
    first(tally(page), "ships").check()
    field(page, "start_player").check()
    button(page).click()
    expect(plays(page, 2)).to_be_visible()
    page.get_by_role("button", name="Both are in: final scoring").click()
    expect(page.locator(".side-by-side .scores-sum")).to_have_text(["13", "9"])  # 10 + 1 + 1 + 1; 4 + 5


def pages(page):
    """Walk through every page of this game, yielding after each."""
    page.goto("/")
    follow(page.locator(".tile-loire"))
    yield "nobody sits down yet"
    follow(page.get_by_role("link", name="All games"))
    sit_down_by_hand(page, "loire", "Anneli", "Maximiliane-Theodora von und zu Rappolts")
    page.locator("#option-triple_values-castles").fill("-1")
    page.get_by_role("button", name=f"Begin {TITLE}").click()
    expect(page.locator(".fault").first).to_be_visible()
    yield "a printed value that cannot be"
    for name, value in {**PRINTED, "castles": 12}.items():
        page.locator(f"#option-triple_values-{name}").fill(str(value))
    page.get_by_role("button", name=f"Begin {TITLE}").click()
    expect(turn(page, "Anneli")).to_be_visible()
    yield "an empty tally"
    fill(page, {"castles": 13, "castles-cloisters": 12, "mines": 3, "victory": 120}, starts=True)
    first(tally(page), "ships").tap()
    expect(fault(tally(page), "estate")).not_to_have_text("")
    yield "a tally that cannot be"
    fill(page, {"castles": 11, "castles-cloisters": 1})
    first(tally(page), "ships").tap()
    expect(fault(tally(page), "estate")).to_have_text("")
    field(page, "mines-cloisters").focus()
    yield "a tally"
    page.reload()
    expect(page.get_by_text("Not entered yet")).to_be_visible()
    yield "an unsent tally"
    field(page, "goods").fill("x")
    button(page).click()
    expect(page.get_by_role("alert").first).to_be_visible()
    yield "a tally that cannot be read"
    field(page, "goods").fill("4")
    expect(page.locator(".slip")).to_contain_text("120 points on victory point cards, but the box has only 22")
    yield "a tally in which something was perhaps overlooked"
    page.get_by_role("button", name="Enter Anneli's tally").click()
    expect(plays(page, 1)).to_be_visible()
    fill(page, {"buildings": 7, "goods": 3})
    enter(page, 2)
    yield "two tallies"
    follow(page.get_by_role("link", name=re.compile("^Triples .*, change$")))
    yield "what was agreed on"
    follow(page.get_by_role("link", name="Back to the table"))
    follow(page.locator(".bar-link", has_text="plays"))
    follow(page.locator("#play-1 a"))
    yield "putting a tally right"
    follow(page.get_by_role("link", name="Cancel"))
    follow(page.get_by_role("link", name="Back to the table"))
    follow(page.get_by_role("link", name="What do animals count?"))
    yield "a helper"
    follow(page.get_by_role("link", name="Back to the table"))
    final_scoring(page)
    yield "the result"
    follow(page.get_by_role("link", name="All games"))
    yield "home"


def test_axe_finds_nothing_and_everything_fits_a_small_phone(device, axe):
    page = device(viewport=SMALL)
    assert walk(page, pages(page), axe) == []


def test_nothing_scrolls_sideways_with_four_long_names(device, server):
    page, wide = device(viewport=SMALL), []
    names = ("Anneli", "Maximiliane-Theodora von und zu Rappolts", "Benedikta-Rosalind", "Donny")
    tallies = [{"kind": "tally", "player": name, "goods_vp": number} for number, name in enumerate(names, 1)]
    stages = {"table": [], "tallies": tallies, "result": [*tallies, {"kind": "stop"}]}
    for stage, entered in stages.items():
        open_game(page, server, "loire", names, entered, triple_values=PRINTED)
        expect(page.locator(".winner")).to_have_count(int(stage == "result"))
        wide += [(stage, sideways(page))] if sideways(page) > 0 else []
    assert wide == []
