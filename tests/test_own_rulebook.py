"""A title is one directory: made-up titles in an instance directory are playable and appear in the history."""

import json
import shutil
from io import BytesIO

import pytest
from babel.messages.pofile import read_po

from scorekeeper.cli import main
from scorekeeper.paths import PACKAGE, beside_package
from tests.apps import open_app, pair
from tests.helpers import slip, slot
from tests.own_titles import install, small, write
from tests.pages import Page, text
from tests.seats import at_seat
from tests.tools.i18n import main as collect_words
from tests.tools.i18n import write_title

GERMAN = {"Accept-Language": "de"}
TEN = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida", "Jo")


@pytest.fixture
def instance(tmp_path):
    """An instance directory containing both made-up titles."""
    return install(tmp_path / "instance", "pebbles", "thorns")


@pytest.fixture
def paired():
    """Yield a function that returns a client paired with the app of an instance directory."""
    apps = []

    def make(instance):
        app = open_app(instance)
        app.testing = False
        apps.append(app)
        return pair(app)

    yield make
    for app in apps:
        app.extensions["service"].store.close()


@pytest.fixture
def client(paired, instance):
    return paired(instance)


def everything():
    """Return the content of every project file that a title might have to change."""
    roots = (PACKAGE, beside_package("templates"), beside_package("static"))
    paths = [path for root in roots for path in sorted(root.rglob("*")) if "__pycache__" not in path.parts]
    return {str(path): path.read_bytes() for path in paths if path.is_file()}


def style_sheets(page):
    """Return the URLs of a page's style sheets; the last one is for browsers without scripts."""
    return [each.given["href"] for each in page.all("link", rel="stylesheet")]


def send(client, page, url, **fields):
    return client.post(url, data=slip(client.get(page)) | fields)


def begin(client, slug, *players, **options):
    """Begin a game and return its URL."""
    names = {f"name-{seat}": name for seat, name in enumerate(players)}
    begun = send(client, f"/new/{slug}", f"/new/{slug}", do="begin", **names, **options)
    assert begun.status_code == 303, text(begun)
    return begun.location


def thorns(client, game, *counts, **fields):
    """Enter a round of Thorns with the count of each seat; None leaves the field empty."""
    typed = {f"thorns-{at_seat(seat)}": str(count) for seat, count in enumerate(counts) if count is not None}
    return send(client, game, f"{game}/plays", **slot("round", **typed, **fields))


def test_own_title_is_played_and_in_the_history(client):
    before = everything()
    assert "Pebbles" in client.get("/").text
    game = begin(client, "pebbles", "Ada", "Bo")
    for player, pebbles in ((0, 3), (1, 2), (0, 3), (1, 1)):
        entered = send(client, game, f"{game}/plays", **slot("take", player, pebbles=pebbles))
        assert entered.status_code == 303, entered.text
    refused = send(client, game, f"{game}/plays", **slot("take", 0, pebbles=4))
    assert (refused.status_code, "4 pebbles cannot be taken." in refused.text) == (422, True)
    assert send(client, game, f"{game}/plays", **slot("take", 0, pebbles=3)).status_code == 303
    assert "Ada has most pebbles" in client.get(game).text
    assert "Ada Pebbles · Bo" in text(client.get("/"))
    assert everything() == before


def test_own_rulebook_has_its_german_texts(client):
    assert "Kiesel" in client.get("/", headers=GERMAN).text
    game = begin(client, "pebbles", "Ada", "Bo")
    send(client, game, f"{game}/plays", **slot("take", 0, pebbles=2))
    assert "Kiesel nehmen" in client.get(game, headers=GERMAN).text
    assert "2 Kiesel genommen" in client.get(f"{game}/replay?at=1", headers=GERMAN).text


def test_own_rulebook_texts_are_collected_for_translation(instance):
    title = instance / "rulebooks" / "pebbles"
    (title / "locale" / "fr").mkdir()
    (title / "templates").mkdir()
    (title / "templates" / "table.html").write_text('{{ _("A heap of pebbles") }}')
    write_title(title)
    french = title / "locale" / "fr" / "LC_MESSAGES" / "messages.po"
    assert {"Pebbles", "A heap of pebbles"} <= {message.id for message in read_po(BytesIO(french.read_bytes()))}
    assert french.with_suffix(".mo").exists()
    german = (title / "locale" / "de" / "LC_MESSAGES" / "messages.po").read_text()
    assert "Kiesel" in german
    assert "A heap of pebbles" in german


def test_directory_without_a_title_is_refused(tmp_path):
    with pytest.raises(SystemExit, match=r"is not a title: it has no __init__\.py"):
        collect_words([str(tmp_path)])


ONLY_ONE = small(
    body="""if play.marbles > 0 and any(each for seat, each in enumerate(state) if seat != play.seat):
        raise IllegalPlay("held", say("Somebody else has marbles."))""",
    kind=""",
    title=N_("{player}'s roll"),
    displaced_plays=lambda state, play: tuple(
        Roll(seat, -each) for seat, each in enumerate(state) if each and seat != play.seat
    )""",
)


def test_play_is_entered_with_the_removal_of_conflicting_plays(paired, tmp_path):
    write(tmp_path / "instance", "marbles", ONLY_ONE)
    client = paired(tmp_path / "instance")
    game = begin(client, "marbles", "Ada", "Bo")
    assert send(client, game, f"{game}/plays", **slot("roll", 0, marbles="2")).status_code == 303
    rolled = slot("roll", 1, marbles="3")
    said = Page(send(client, game, f"{game}/preview", **rolled)).parts
    assert (said[f"fault-roll.{at_seat(1)}"], said[f"displaced-roll.{at_seat(1)}"]) == (
        ["Somebody else has marbles."],
        ["Along with it: Ada's roll"],
    )
    refused = Page(send(client, game, f"{game}/plays", **rolled))
    form = next(each for each in refused.forms if each.values("play") == [f"roll.{at_seat(1)}"])
    sent = dict(form.fields) | {f"roll.{at_seat(1)}-make-room": "yes"}
    assert client.post(f"{game}/plays", data=sent).status_code == 303
    assert "Entered together: Bo's roll and Ada's roll." in text(client.get(f"{game}/plays"))
    assert [each.first("b").text for each in Page(client.get(game)).all(class_="standing")] == ["0", "3"]


def document(slug, *plays):
    return {
        "format": "scorekeeper-game",
        "version": 1,
        "rulebook": slug,
        "players": ["Ada", "Bo"],
        "options": {},
        "plays": list(plays),
    }


def test_ten_players_have_signs_colours_and_one_form(client):
    game = begin(client, "thorns", *TEN, limit="20")
    page = Page(client.get(game))
    assert [each.text for each in page.all(class_="standing")] == [
        f"0 {sign} {name}"
        for sign, name in zip(("●", "■", "◆", "▲", "♥\ufe0e", "♣\ufe0e", "★", "✚", "✿", "⬟"), TEN, strict=True)
    ]
    assert len({each.given["class"] for each in page.all(class_="standing")}) == 10
    form = page.slot("round")
    assert [each.text for each in form.all("label")] == list(TEN)
    assert {each.given["inputmode"] for each in form.all("input", class_="field")} == {"numeric"}
    white = page.slot("roses").all("input", name=f"roses-roses-{at_seat(0)}-white")
    assert [each.given["inputmode"] for each in white] == ["text"]  # allows a minus sign
    thorns(client, game, *range(2, 20, 2), None)
    thorns(client, game, None, None, None, None, None, None, None, None, 5)
    shared = Page(client.get(game)).first("pre").text
    assert "Jo is hardly scratched: 0 thorns, 2 less than Ada" in shared
    assert "1. Jo: 0 (rounds 2)" in shared


@pytest.mark.parametrize("options", [{"limit": "0"}, {"rounds": "0"}])
def test_options_that_end_a_game_immediately_are_refused(client, instance, tmp_path, capsys, options):
    says = "With these options the game would be over before the first entry."
    names = {"name-0": "Ada", "name-1": "Bo", "do": "begin"}
    refused = send(client, "/new/thorns", "/new/thorns", **names, **options)
    assert (refused.status_code, says in text(refused)) == (422, True)
    game = begin(client, "thorns", "Ada", "Bo")
    changed = send(client, f"{game}/options", f"{game}/options", **{"limit": "", "rounds": "", **options})
    assert (changed.status_code, says in text(changed)) == (422, True)
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document("thorns") | {"options": {name: int(each) for name, each in options.items()}}))
    assert main(["score", "--instance", str(instance), str(file)]) == 2
    assert f"options: {says}" in capsys.readouterr().out
    assert "Past games" not in text(client.get("/"))


def test_each_unreadable_field_has_a_message_when_previewed_and_sent(client):
    game = begin(client, "thorns", "Ada", "Bo")
    typed = slip(client.get(game)) | slot(
        "roses",
        **{f"roses-{at_seat(0)}-white": "2", f"roses-{at_seat(1)}-red": "x", f"roses-{at_seat(1)}-white": "1 2"},
    )
    shown, refused = Page(client.post(f"{game}/preview", data=typed)), Page(client.post(f"{game}/plays", data=typed))
    for page in (shown, refused):
        faults = {each.given["id"]: each.text for each in page.all(class_="fault") if "id" in each.given and each.text}
        assert faults == {
            f"roses-roses-{at_seat(0)}-red-fault": "Fill this in too, or clear what belongs to it.",
            f"roses-roses-{at_seat(1)}-red-fault": "Type a whole number, such as 3.",
            f"roses-roses-{at_seat(1)}-white-fault": "Type a whole number, such as 3.",
        }
    invalid = [each.given["name"] for each in refused.all("input") if each.given.get("aria-invalid") == "true"]
    assert invalid == [
        f"roses-roses-{at_seat(0)}-red",
        f"roses-roses-{at_seat(1)}-red",
        f"roses-roses-{at_seat(1)}-white",
    ]


def test_helper_without_fields_answers_at_once(client):
    game = begin(client, "thorns", "Ada", "Bo", limit="30")
    thorns(client, game, 4)
    page = Page(client.get(f"{game}/help/left"))
    assert [each.text for each in page.all(class_="answer")] == ["Ada: 26 left", "Bo: 30 left"]
    assert page.all("button") == []


def test_own_rulebook_brings_template_styles_and_scripts(client):
    game = begin(client, "thorns", "Ada", "Bo")
    page = Page(client.get(game))
    assert page.first(class_="thorns-round").text == "0 rounds played"
    common, _, own, _ = style_sheets(page)
    style = client.get(own)
    assert own.endswith("/rulebooks/thorns.css")
    assert (style.status_code, style.mimetype) == (200, "text/css")
    assert style.text.startswith("@layer rulebooks {\n.thorns-round")
    assert common.endswith("/style.css")
    assert ".tile-thorns {" in client.get(common).text  # for the start page
    script = page.first("script").given["src"].replace("app.js", "rulebooks/thorns/prick.js")
    answer = client.get(script)
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    assert "element.dataset.pricked" in answer.text
    assert "0 Runden gespielt" in client.get(game, headers=GERMAN).text


def test_home_page_shows_a_titles_emblem_or_first_letter(client):
    for slug in ("thorns", "pebbles"):
        begin(client, slug, "Ada", "Bo")
    page = Page(client.get("/"))
    drawn, letter = page.first(class_="tile-thorns"), page.first("span", class_="tile-pebbles")
    assert client.get(drawn.first("img").given["src"]).mimetype == "image/svg+xml"
    assert drawn.first("img").given["src"] == page.first("a", class_="tile-thorns").first("img").given["src"]
    assert "data-letter" not in drawn.given
    assert (letter.given["data-letter"], letter.all("img")) == ("P", [])


def test_broken_title_is_named_and_others_are_loaded(instance, paired, tmp_path, capsys):
    broken = write(instance, "broken_title", small(slug="don-carlo"))
    client = paired(instance)
    home = text(client.get("/"))
    assert "The game “broken_title” could not be loaded. The server's log has the reason." in home
    assert {"Don Carlo", "Pebbles", "Thorns"} <= {each.text for each in Page(client.get("/")).all("b")}
    assert "Marbles" not in home
    reason = f"{broken}/__init__.py, line 1: the slug 'don-carlo' belongs to another title: choose another"
    assert main(["check", "--instance", str(instance)]) == 1
    assert capsys.readouterr().out.count(reason) == 1
    file = tmp_path / "game.json"
    file.write_text(json.dumps(document("pebbles")))
    assert main(["score", "--instance", str(instance), str(file)]) == 0


def test_game_of_a_removed_title_is_listed(instance, paired):
    begin(paired(instance), "thorns", "Ada", "Bo")
    moved = instance.with_name("moved")
    shutil.copytree(instance, moved)
    shutil.rmtree(moved / "rulebooks" / "thorns")
    home = paired(moved).get("/")
    assert (home.status_code, "Ada, Bo" in home.text, "Resume" in home.text) == (200, True, False)
