"""What is wrong with a title is found before anybody plays it, with the file and the line, and what to do."""

import pytest

from scorekeeper.core.checking import TAKEN_PAGES, faults
from scorekeeper.core.checking.trial import sample_table
from scorekeeper.rulebooks import all_rulebooks
from scorekeeper.titles import installed
from tests.own_titles import SMALL, install, write
from tests.rows import row_by_row
from tests.tools.words import write_title

KINDS = "kinds=lambda table: (ROLL,)"
MARBLES = 'Field("marbles", Integer(), say("Marbles"))'
META = 'slug="marbles", title=say("Marbles"), players=(2, 4)'
LINES = "Line(seat, each)"
META_END = "players=(2, 4)),"
IMPORTS = """from scorekeeper.core.course import Mark, Moment, Record, Telling
from scorekeeper.core.fields import Choice, Many, PerSeat
from scorekeeper.core.fields import Record as Parts
from scorekeeper.core.rules import Drawing, Grid, Points, Rules, Ruling, Section
"""
THREE_MARKS = 'PerSeat(Choice(("a", "b", "c"), (say("a"), say("b"), say("c"))))'


def seat_option(shape):
    return f"{META_END} options=(Option(Field('mark', {shape}, say('x')), lambda count: ()),),"


def telling(told):
    return f"{META_END} telling=Telling({told}),"


def at_hand(*sections, **more):
    told = "".join(f", {name}={value!r}" for name, value in more.items())
    return f"{META_END} rules=Rules(lambda state: ({', '.join(sections)},){told}),"


def section(name, blocks, explains=()):
    return f"Section('{name}', say('x'), ({blocks},), {explains!r})"


def set_aside(tmp_path, source):
    """Return why a title is not loaded, or nothing if it is; and the line that each reason names."""
    write(tmp_path, "marbles", source)
    titles = installed(tmp_path)
    assert set(all_rulebooks()) <= set(titles.rulebooks)
    assert ("marbles" in titles.rulebooks) == (not titles.set_aside)
    return [reason for title in titles.set_aside for reason in title.reasons]


def test_nothing_is_wrong_with_the_small_title(tmp_path):
    assert set_aside(tmp_path, SMALL) == []


@row_by_row("slug", sorted(all_rulebooks()))
def test_nothing_is_wrong_with_the_titles_of_the_app(slug):
    assert list(faults(all_rulebooks()[slug])) == []


def test_nothing_is_wrong_with_the_made_up_titles(tmp_path):
    titles = installed(install(tmp_path, "pebbles", "thorns"))
    assert (titles.set_aside, set(titles.folders)) == ((), {"pebbles", "thorns"})


@pytest.mark.parametrize(
    ("spoilt", "by", "near", "says"),
    [
        (
            'slug="marbles"',
            'slug="don-carlo"',
            'slug="don-carlo"',
            "'don-carlo' belongs to another title: choose another",
        ),
        ('slug="marbles"', 'slug="mar~bles"', 'slug="mar~bles"', "write small letters, digits and hyphens"),
        ('slug="marbles"', 'slug="../etc"', 'slug="../etc"', "write small letters, digits and hyphens"),
        ("players=(2, 4)", "players=(4, 2)", "players=(4, 2)", "players is (4, 2): write the fewest and the most"),
        ("players=(2, 4)", "players=(2, 11)", "players=(2, 11)", "from 1 to 10"),
        (META, f'{META}, sole_winner=N_("{{name}} won")', "{name} won", "it needs {player} and no other braces"),
        (META, f'{META}, joint_winners=N_("they won")', "they won", "it needs {players} and no other braces"),
        (META, f'{META}, sole_winner=say("she won")', "she won", "mark it with N_(), not with say()"),
        ('title=say("Marbles")', 'title="Marbles and more"', "Marbles and more", "write say('Marbles and more')"),
        ('say("Roll")', 'Message("Roll {what}")', "Roll {what}", "has braces without a value: give it what"),
        ('say("Roll")', 'say("Roll {what}", who=1)', "Roll {what}", "'Roll {what}' has no value for 'what'"),
        (META, f'{META}, parts=(Column("a", say("a")), Column("a", say("b")))', '"a"', "two are called 'a'"),
        ('say("Roll")', 'Message("{b} {a}")', "{b} {a}", "has braces without a value: give it a, b"),
        (
            LINES,
            'Line(seat, each, {"left": 1})',
            '"left"',
            "for which there is no Column: add one to the parts of Meta",
        ),
        (LINES, 'Line(seat, each, tie_break={"left": 1})', '"left"', "add one to the tie_breaks of Meta"),
        (
            "enumerate(state)]",
            "enumerate(state[1:])]",
            "lines=",
            "1 lines for 2 players: write one for each seat, from 0 to 1",
        ),
        (KINDS, "kinds=lambda table: (ROLL, ROLL)", '"roll"', "two are called 'roll'"),
        (KINDS, 'kinds=lambda table: (ROLL, Kind("b", Roll, say("b"), roll))', "class Roll", "a class of its own"),
        ("frozen=True", "frozen=False", "class Roll", "make it a dataclass with frozen=True"),
        ("marbles: int = 1", "stones: int", "class Roll", "Roll takes 'stones', which is no field of the kind 'roll'"),
        ("marbles: int = 1", "stones: int = 1", "class Roll", "has the field 'marbles', which Roll does not take"),
        ("PLAYER, Field(", 'Field("player", Integer(), say("x")), Field(', '"roll"', "must be the constant PLAYER"),
        ("int = 1", "int", "class Roll", "'marbles' of the kind 'roll' can be left out: give it a default in Roll"),
        (MARBLES, 'Field("kind", Integer(), say("x"))', '"kind"', "the name 'kind' is taken"),
        (
            MARBLES,
            'Field("marbles", Parts((Field("stones", Integer(), say("x")),), make=Roll), say("x"))',
            "class Roll",
            "the record 'marbles' has the field 'stones', which Roll does not take",
        ),
        (
            MARBLES,
            'Field("my marbles", Integer(), say("x"))',
            '"my marbles"',
            "the field 'my marbles' needs a name that fits [a-z][a-z0-9_]*",
        ),
        (
            MARBLES,
            'Field("marbles", Word(), say("x"))',
            '"marbles"',
            "needs words to choose from, and a label for each",
        ),
        (MARBLES, 'Field("marbles", ByPlayer(int), say("x"))', '"marbles"', "choose another shape than"),
        ("roll, fields=(PLAYER", 'roll, either=("marbles",), fields=(PLAYER', '"marbles"', "give it required=False"),
        (
            "roll, fields=(PLAYER",
            'roll, cell="marbles", fields=(PLAYER',
            '"marbles"',
            "name a Choice of a kind that belongs",
        ),
        ("roll, fields=(PLAYER", 'roll, either=("stones",), fields=(PLAYER', '"roll"', "either names 'stones'"),
        (META_END, f"{META_END} pages=Pages(further={{'plays': say('Log')}}),", "'plays'", "the name 'plays' is taken"),
        (META_END, f"{META_END} pages=Pages(further={{'map': say('Map')}}),", "'map'", "add templates/map.html"),
        (
            META_END,
            f"{META_END} seats=Seats(colours=lambda table: ('blue', 'blue')),",
            "colours=",
            "2 players have the colours blue, blue: give each one of blue, ",
        ),
        (
            META_END,
            f"{META_END} turn=lambda state: 7,",
            "turn=",
            "turn says 7 when 2 begin: a seat from 0 to 1, or None",
        ),
        (
            META_END,
            f"{META_END} seats=Seats(next_to_enter=lambda state, seat: 2),",
            "next_to_enter=",
            "next_to_enter says 2 when 2 begin: a seat from 0 to 1, or None",
        ),
        (
            META_END,
            f"{META_END} seats=Seats(by_options=lambda options: 'drawn'),",
            "by_options=",
            "by_options says 'drawn' of the options {}: make it a Sitting, or None",
        ),
        (f"{MARBLES})", f"{MARBLES}), other=0", "ROLL = ", "'roll' is of the other 0: name one in the others of Seats"),
        ("max(state) >= 5", "True", "finished=", "a game of 2 is finished before the first play"),
        (
            META_END,
            f"{META_END} options=(Option(Field('who', PLAYER.shape, say('x'))),),",
            "'who'",
            "cannot name players",
        ),
        (
            META_END,
            f"{META_END} options=(Option(Field('whose', Many(PLAYER.shape), say('x'))),),",
            "'whose'",
            "cannot name players",
        ),
        (
            META_END,
            f"{META_END} options=(Option(Field('pair', Parts((PLAYER,)), say('x'))),),",
            "'pair'",
            "cannot name players",
        ),
        (META_END, seat_option(THREE_MARKS), "'mark'", "4 players choose a word each for 'mark'"),
        (META_END, seat_option("PerSeat(Word())"), "'mark'", "4 players choose a word each for 'mark'"),
        (
            META_END,
            telling('moments=lambda course: ("It was hot.",)'),
            "moments=",
            "moments says 'It was hot.': return a tuple of Moments",
        ),
        (
            META_END,
            telling('round=lambda before, state: "deal 1"'),
            "round=",
            "'deal 1' is no message: write say('deal 1')",
        ),
        (META_END, telling('round=lambda before, state: say("deal {n}")'), "deal", "give it n"),
        ('slug="marbles"', 'slug="marbles", amount=lambda n: say("{m} left")', "amount", "give it m"),
        (
            META_END,
            telling('records=(Record("hot", say("Hot"), lambda course: 3),)'),
            '"hot"',
            "the record 'hot' finds 3: return a Mark, or None",
        ),
        (
            META_END,
            telling('records=(Record("a b", say("Hot"), lambda course: None),)'),
            '"a b"',
            "the record 'a b' needs a name that fits",
        ),
        (META_END, at_hand(section("a b", "Points((say('x'),))")), "'a b'", "the section 'a b' needs a name that fits"),
        (META_END, at_hand(section("all", "Points((say('x'),))")), "'all'", "the name 'all' is taken"),
        (
            META_END,
            at_hand(section("one", "Points((say('x'),))", ("own",)), section("two", "Points((say('y'),))", ("own",))),
            "'own'",
            "two sections for 2 players explain 'own': leave it out of all but one",
        ),
        (META_END, at_hand(section("one", "Points(('More',))")), "'More'", "write say('More')"),
        (META_END, at_hand(section("one", "Ruling(say('x'), 'So', say('y'))")), "'So'", "write say('So')"),
        (
            META_END,
            at_hand(section("one", "Grid(say('x'), (say('y'),), ((1, 2),))")),
            "'one'",
            "a table in the section 'one' has rows of 1 and 2 cells: give each as many as the head",
        ),
        (
            META_END,
            at_hand(section("one", "Grid(say('x'), (), ((Drawing('sign', say('s')), 2),))")),
            "'sign'",
            "the drawing 'sign' needs a macro: add one to templates/drawings.html",
        ),
        (META_END, at_hand(section("one", "Drawing('sign', 'a sign')")), "'a sign'", "write say('a sign')"),
        (
            META_END,
            at_hand(section("one", "Points((say('x'),))"), asks=("goal",)),
            "'goal'",
            "the rules ask for 'goal', which the table is not asked for: name one of the options",
        ),
        (
            META_END,
            at_hand(section("one", "Points((say('x'),))"), scoring="two"),
            "'two'",
            "the result leads to the section 'two', which there is not for",
        ),
        (
            META_END,
            at_hand(section("one", "Points((say('x'),))"), asks=("section",))
            + " options=(Option(Field('section', Integer(), say('x'), required=False)),),",
            "'section'",
            "that name is taken: call the option something else",
        ),
        (META_END, f"{META_END} helpers=(Helper('a b', say('x'), say('x'), (), roll),),", "'a b'", "the helper 'a b'"),
        (
            META_END,
            f"{META_END} options=(Option(Field('a b', Integer(), say('x'))),),",
            "'a b'",
            "the option 'a b' needs",
        ),
        ("(0,) * len(table.players)", "1 / 0", "1 / 0", "ZeroDivisionError: division by zero"),
        ("max(state) >= 5", 'state["x"]', 'state["x"]', "TypeError: tuple indices"),
        ("def roll(", "1 / 0\n\n\ndef roll(", "1 / 0", "ZeroDivisionError"),
        ("def roll(", "def roll", "def roll", "SyntaxError"),
        ("def roll(", "import sys\nsys.exit()\n\n\ndef roll(", "sys.exit()", "SystemExit"),
        ("RULEBOOK =", "RULES =", '"""Marbles', "it names no RULEBOOK: add RULEBOOK = Rulebook(...)"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, spoilt, by, near, says):
    assert SMALL.count(spoilt) >= 1
    source = SMALL.replace(spoilt, by, 1).replace("\nfrom scorekeeper", f"\n{IMPORTS}from scorekeeper", 1)
    if spoilt == "int = 1":
        source = source.replace('say("Marbles"))))', 'say("Marbles"), required=False)))')
    reasons = set_aside(tmp_path, source)
    line = 1 + next(at for at, text in enumerate(source.splitlines()) if near in text)
    where = f"{(tmp_path / 'rulebooks' / 'marbles' / '__init__.py').resolve()}, line {line}: "
    found = [reason for reason in reasons if says in reason]
    assert found, reasons
    assert found[0].startswith(where), (found, where)


def test_colours_are_tried_with_every_number_of_players_and_no_other(tmp_path):
    of_three = '("red", "red", "blue") if len(table.players) == 3 else COLOURS[:{2: 2, 4: 4}[len(table.players)]]'
    source = SMALL.replace(META_END, f"{META_END} seats=Seats(colours=lambda table: {of_three}),")
    source = source.replace(
        "\nfrom scorekeeper", "\nfrom scorekeeper.core.rulebook import COLOURS, Seats\nfrom scorekeeper", 1
    )
    ((reason, *_),) = [set_aside(tmp_path, source)]
    assert "3 players have the colours red, red, blue" in reason
    assert set_aside(tmp_path / "right", source.replace('"red", "red"', '"red", "grey"')) == []


@row_by_row("slug", all_rulebooks())
def test_a_made_up_table_has_defaults_and_only_what_is_needed_besides(slug):
    rulebook = all_rulebooks()[slug]
    for count in rulebook.meta.players:
        options, fixed = sample_table(rulebook, count).options, rulebook.fixed(count)
        for option in rulebook.options:
            name = option.field.name
            if name in fixed or option.initial is not None:
                continue
            if option.default:
                assert options[name] == option.default(count)
            else:
                assert (name in options) == option.field.required


def test_options_that_must_be_chosen_are_tried_with_their_first_word_or_with_none(tmp_path):
    one, many = 'Choice(("a",), (say("a"),))', "Many(Integer())"
    options = ", ".join(f'Option(Field("{name}", {shape}, say("x")))' for name, shape in (("one", one), ("many", many)))
    source = SMALL.replace(META_END, f"{META_END} options=({options}),")
    source = source.replace("\nfrom scorekeeper", f"\n{IMPORTS}from scorekeeper", 1)
    assert set_aside(tmp_path, source) == []


def test_a_form_is_tried_for_a_seat_that_every_table_has(tmp_path):
    prefilled = 'Integer(), say("Marbles"))), prefill=lambda state, seat, recalled: Roll(seat, state[seat]))'
    source = SMALL.replace('Integer(), say("Marbles"))))', prefilled).replace("(2, 4)", "(1, 4)")
    assert "prefill" in source
    assert set_aside(tmp_path, source) == []


def test_moments_and_marks_of_a_game_without_a_play_are_no_faults(tmp_path):
    told = """moments=lambda course: (Moment(say("It was hot.")),),
        records=(Record("hot", say("Hot"), lambda course: Mark(3, what=say("hot"))),
        Record("cold", say("Cold"), lambda course: None))"""
    source = SMALL.replace(META_END, telling(told)).replace("\nfrom scorekeeper", f"\n{IMPORTS}from scorekeeper", 1)
    assert set_aside(tmp_path, source) == []


def test_a_drawing_of_the_rules_is_looked_for_in_its_file(tmp_path):
    source = SMALL.replace(META_END, at_hand(section("one", "Drawing('sign', say('a sign'))")))
    source = source.replace("\nfrom scorekeeper", f"\n{IMPORTS}from scorekeeper", 1)
    drawings = write(tmp_path, "marbles", source) / "templates" / "drawings.html"
    drawings.parent.mkdir()
    drawings.write_text("{% macro sign(size=1) %}<svg></svg>{% endmacro %}")
    assert installed(tmp_path).set_aside == ()


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("templates/table.html", "one\n{% if %}", "table.html, line 2: "),
        ("board.py", "def (", "board.py, line 1: SyntaxError"),
        ("locale/de/LC_MESSAGES/messages.mo", "no catalogue", "OSError"),
    ],
)
def test_other_files_are_looked_at_too(tmp_path, name, content, says):
    folder = write(tmp_path, "marbles", SMALL)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content)
    ((title),) = installed(tmp_path).set_aside
    assert says in str(title)


def test_a_translation_cannot_name_what_the_sentence_has_not(tmp_path):
    folder = install(tmp_path, "pebbles") / "rulebooks" / "pebbles"
    po = folder / "locale" / "de" / "LC_MESSAGES" / "messages.po"
    po.write_text(po.read_text().replace("{count} Kiesel können", "{zahl} Kiesel können"))
    write_title(folder)
    ((title),) = installed(tmp_path).set_aside
    assert "has 'zahl' in braces" in str(title)


def test_a_folder_that_is_no_title_is_named(tmp_path):
    (tmp_path / "rulebooks" / "my-title").mkdir(parents=True)
    ((title),) = installed(tmp_path).set_aside
    assert "my-title" in str(title)
    assert "named in letters, digits and underscores" in str(title)


def test_a_folder_named_like_a_title_of_the_app_is_a_title_of_its_own(tmp_path):
    write(tmp_path, "don_carlo", SMALL)
    assert set(installed(tmp_path).rulebooks) == {*all_rulebooks(), "marbles"}


def test_every_page_that_a_game_has_is_taken(app):
    rules = (rule.rule.split("/") for rule in app.url_map.iter_rules())
    pages = {parts[3] for parts in rules if parts[1] == "games" and len(parts) > 3}
    assert pages - {"<name>"} == set(TAKEN_PAGES)
