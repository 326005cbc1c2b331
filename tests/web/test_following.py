"""The response to a form can already contain the next page."""

import gzip

from tests.helpers import begin, hidden, send, slip, slot
from tests.seats import at_seat

WISH = {"Prefer": "return=representation"}


def test_response_contains_the_next_page_only_as_preferred(client):
    url = begin(client, "Anna", "Benito")
    answer = send(client, url, "012", headers=WISH)
    assert (answer.status_code, answer.headers["Content-Location"]) == (200, url)
    assert answer.headers["Preference-Applied"] == "return=representation"
    assert "location" not in answer.headers
    assert hidden(answer, "play") == f"agent.{at_seat(1)}"
    assert answer.data.count(b"\n") == client.get(url).data.count(b"\n")
    compressed = send(client, url, "02", headers=WISH | {"Accept-Encoding": "gzip"})
    assert b"Benito" in gzip.decompress(compressed.data)
    refused = send(client, url, "0000", headers=WISH)
    assert refused.status_code == 422
    assert "Content-Location" not in refused.headers
    redirected = send(client, url, "23", headers={"Prefer": "respond-async"})
    assert redirected.status_code == 303
    assert "Preference-Applied" not in redirected.headers
    form = slip(client.get("/")) | {"language": "de", "after": "/past?q=%C3%A4"}  # sets a cookie
    answer = client.post("/language", data=form, headers=WISH)
    assert (answer.status_code, answer.location) == (303, "/past?q=%C3%A4")


def test_entry_can_follow_the_same_phones_unseen_entry(client):
    """The second request names the first one's entry key, without having seen its response."""
    url = begin(client, "Anna", "Benito")
    seen = slip(client.get(url))
    first = seen | slot("agent", 0, cards="012") | {"entry_key": "a" * 22}
    second = seen | slot("agent", 1, cards="02") | {"entry_key": "b" * 22, "after_key": "a" * 22}
    third = seen | slot("agent", 0, cards="23") | {"entry_key": "c" * 22, "after_key": "a" * 22}
    sent = [client.post(f"{url}/plays", data=each).status_code for each in (first, second, second, third)]
    assert sent == [303, 303, 303, 409]
    another_tab = second | {"after_key": "d" * 22}
    assert client.post(f"{url}/plays", data=another_tab).status_code == 303
    refused = third | {"after_key": "?"}
    assert client.post(f"{url}/plays", data=refused | {"entry_key": "d" * 22}).status_code == 400


def test_entry_of_another_phone_makes_the_next_stale(client):
    url = begin(client, "Anna", "Benito")
    first = slip(client.get(url)) | slot("agent", 0, cards="012") | {"entry_key": "a" * 22}
    assert client.post(f"{url}/plays", data=first).status_code == 303
    send(client, url, "02")
    next_one = first | slot("agent", 0, cards="23") | {"entry_key": "b" * 22, "after_key": "a" * 22}
    assert client.post(f"{url}/plays", data=next_one).status_code == 409


def test_repeated_entries_get_the_same_response(client):
    """Each response contains the next page, also in a chain and after another device's play and undo."""
    url = begin(client, "Anna", "Benito")
    seen = slip(client.get(url))
    chain = [
        seen
        | slot("agent", at % 2, cards=cards)
        | {"entry_key": str(at) * 22, "after_key": str(at - 1) * 22 * (at > 0)}
        for at, cards in enumerate(("012", "02", "23"))
    ]
    answers = [client.post(f"{url}/plays", data=each, headers=WISH) for each in chain]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert hidden(answers[-1], "revision") == str(int(seen["revision"]) + 3)
    assert send(client, url, "6").status_code == 303
    assert client.post(f"{url}/undo", data=slip(client.get(url))).status_code == 303
    now = client.get(url)
    for each in chain:
        again = client.post(f"{url}/plays", data=each, headers=WISH)
        assert (again.status_code, again.headers["Content-Location"]) == (200, url)
        assert [hidden(again, name) for name in ("revision", "play")] == [
            hidden(now, name) for name in ("revision", "play")
        ]
    other = client.post(f"{url}/plays", data=chain[1] | slot("agent", 1, cards="03"), headers=WISH)
    assert other.status_code == 409
    assert "This page was sent already: Benito&#39;s 0/2 was entered." in other.get_data(as_text=True)


def test_entry_can_follow_a_discarded_one(client):
    """After discarding a waiting play, the phone names the play before it."""
    url = begin(client, "Anna", "Benito")
    seen = slip(client.get(url))
    first = seen | slot("agent", 0, cards="012") | {"entry_key": "a" * 22}
    refused = seen | slot("agent", 0, cards="0000") | {"entry_key": "b" * 22, "after_key": "a" * 22}
    after_it = seen | slot("agent", 0, cards="23") | {"entry_key": "c" * 22, "after_key": "b" * 22}
    sent = [client.post(f"{url}/plays", data=each).status_code for each in (first, refused, after_it)]
    assert sent == [303, 422, 409]
    assert client.post(f"{url}/plays", data=after_it | {"after_key": "a" * 22}).status_code == 303
