"""Who keeps the book of a game while it is handed over, taken back, and watched; and that nobody else writes."""

import pytest

from scorekeeper.desk import changes, sharing
from scorekeeper.desk.sharing import Device, OfferGone
from scorekeeper.desk.transaction import BookElsewhere, Submission
from scorekeeper.pairing import pairing_key
from scorekeeper.rulebooks.don_carlo.agent import Agent
from tests.helpers import begin, send, slip, slot
from tests.pages import Page, text
from tests.web.test_rights import guest_of, link_on, shared, watcher_of

ELSEWHERE = "The book of this game is kept on another phone."


@pytest.fixture
def game(client):
    return begin(client, "Anna", "Benito")


@pytest.fixture
def second(app):
    """Another of the house's own phones."""
    phone = app.test_client()
    assert phone.get(f"/pair/{pairing_key(app.extensions['desk'].store)}").status_code == 303
    return phone


def take_back(phone, game):
    form = Page(phone.get(game)).form(action=f"{game}/share/back")
    assert phone.post(f"{game}/share/back", data=dict(form.fields)).status_code == 303


def end(phone, game):
    form = next(form for form in Page(phone.get(f"{game}/share")).forms if ("do", "end") in form.fields)
    answer = phone.post(f"{game}/share", data=dict(form.fields), follow_redirects=True)
    assert answer.status_code == 200
    return text(answer)


def tag(phone, game):
    """Return what a page asks with whether it is another by now, and how it is answered a second time."""
    first = phone.get(game, headers={"If-None-Match": '"none"'})
    again = phone.get(game, headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    return first.headers["ETag"]


def has_changed(phone, game, before):
    return phone.get(game, headers={"If-None-Match": before}).status_code == 200


def test_every_phone_of_the_house_keeps_the_book_while_it_was_handed_to_nobody(client, second, game):
    assert [send(phone, game, cards).status_code for phone, cards in ((client, "1"), (second, "2"))] == [303, 303]


def test_while_a_guest_keeps_the_book_every_phone_of_the_house_looks_and_can_take_it_back(client, second, game):
    late, before = slip(second.get(game)) | slot("agent", 0, cards="1"), tag(second, game)
    guest = guest_of(client, game)
    for phone in (client, second):
        assert ELSEWHERE in text(phone.get(game))
        assert phone.post(f"{game}/plays", data=late).status_code == 403
    assert has_changed(second, game, before)
    assert send(guest, game, "1").status_code == 303
    before = tag(guest, game)
    take_back(second, game)
    assert has_changed(guest, game, before)
    assert ELSEWHERE in text(guest.get(game))
    for phone, cards in ((client, "2"), (second, "3")):  # it is the house's again
        assert ELSEWHERE not in text(phone.get(game))
        assert send(phone, game, cards).status_code == 303


def test_a_phone_of_the_house_that_took_the_book_keeps_it_alone(client, second, game):
    link = link_on(shared(client, game, "offer"), "take-link")
    assert second.post(link, data=slip(second.get(link))).location == game
    assert send(second, game, "1").status_code == 303
    assert ELSEWHERE in text(client.get(game))


def test_an_offer_is_taken_with_its_own_key_and_no_other(app, client, second, game):
    link = link_on(shared(client, game, "offer"), "take-link")
    form, wrong = slip(second.get(link)), f"{link[:-1]}{'B' if link.endswith('A') else 'A'}"
    refused = second.post(wrong, data=form)
    assert refused.status_code == 403, text(refused)
    with pytest.raises(OfferGone):  # whoever asked the desk
        sharing.take_over(app.extensions["desk"], game.split("/")[-1], wrong.split("/")[-1], "another device")
    assert ELSEWHERE not in text(client.get(game))
    assert second.post(link, data=form).location == game


def test_who_was_overtaken_sees_it(client, second, game):
    before = tag(second, game)
    assert send(client, game, "1").status_code == 303
    assert has_changed(second, game, before)


def test_a_play_that_is_on_its_way_while_the_book_is_taken_back_is_not_written(app, client, game, monkeypatch):
    guest = guest_of(client, game)
    data = slip(guest.get(game)) | slot("agent", 0, cards="1")
    real = changes.enter

    def taken_back_first(*arguments, **named):
        take_back(client, game)
        return real(*arguments, **named)

    monkeypatch.setattr(changes, "enter", taken_back_first)
    answer = guest.post(f"{game}/plays", data=data)
    assert answer.status_code == 403
    assert "may only look" in text(answer)
    monkeypatch.undo()
    assert "No play was entered." in text(client.get(f"{game}/plays"))


def test_the_desk_asks_for_the_book_with_each_change(app, client, game):
    desk, guest, key = app.extensions["desk"], Device("a guest"), game.rpartition("/")[2]
    offer = sharing.offer(desk, key, "the giver")
    sharing.take_over(desk, key, offer.key, guest.name)
    for device, may in ((Device("another"), False), (Device("", house=True), False), (guest, True), (None, True)):
        sent = Submission(f"a-key-of-{device}", "1", desk.view(key).game.revision, device=device)
        if may:
            changes.enter(desk, key, [Agent(0, (len(desk.view(key).replay.steps) + 1,))], sent)
        else:
            with pytest.raises(BookElsewhere):
                changes.enter(desk, key, [Agent(0, (1,))], sent)


def test_the_end_of_watching_ends_it_for_all_who_are_not_of_the_house_and_says_so(app, client, second, game):
    guest = guest_of(client, game)
    watcher = watcher_of(guest, game)
    take_back(client, game)
    for phone in (guest, watcher, second):
        assert phone.get(game).status_code == 200
    said = end(client, game)
    assert "Watching has ended for everybody outside this house, also on phones that kept the book before." in said
    for phone in (guest, watcher):
        answer = phone.get(game)
        assert (answer.status_code, "Watching has ended" in text(answer)) == (403, True)
    assert second.get(game).status_code == 200


def test_watching_can_be_ended_where_only_a_phone_that_kept_the_book_watches(client, game):
    assert "End watching" not in text(client.get(f"{game}/share"))
    guest = guest_of(client, game)
    take_back(client, game)
    assert guest.get(game).status_code == 200
    end(client, game)
    assert guest.get(game).status_code == 403


def test_a_guest_who_keeps_the_book_goes_on_keeping_it_when_watching_ends(client, game):
    guest = guest_of(client, game)
    watcher = watcher_of(guest, game)
    end(guest, game)
    assert send(guest, game, "1").status_code == 303
    assert watcher.get(game).status_code == 403
