"""A page that is sent again is the page that would be made anew."""

from scorekeeper.cache import Cache
from scorekeeper.pairing import pairing_key
from tests.helpers import begin, hidden, send, slip


def without_slips(answer):
    page, carried = answer.text, slip(answer)
    return page.replace(carried["csrf_token"], "").replace(carried["entry_key"], "")


def test_a_page_sent_again_differs_in_its_entry_key_alone(client):
    address = begin(client, "Anneli", "Benito")
    first, again = client.get(address), client.get(address)
    assert without_slips(first) == without_slips(again)
    assert hidden(first, "entry_key") != hidden(again, "entry_key")


def test_a_page_sent_again_can_be_sent_back_by_whoever_got_it(app, client):
    address = begin(client, "Anneli", "Benito")
    other = app.test_client()
    name = app.config["SESSION_COOKIE_NAME"]
    other.set_cookie(name, client.get_cookie(name).value)
    client.get(address)
    form = slip(other.get(address)) | {"kind": "agent", "player": "0", "cards": "1/1"}
    assert other.post(f"{address}/plays", data=form).status_code == 303


def test_another_device_gets_the_kept_page_with_a_token_of_its_own(app, client):
    address = begin(client, "Anneli", "Benito")
    other = app.test_client()
    other.get(f"/pair/{pairing_key(app.extensions['desk'].store)}")
    for device in (client, other, client):
        form = slip(device.get(address))
        assert form["csrf_token"] == slip(device.get(address))["csrf_token"]
        assert device.post(f"{address}/about", data=form | {"venue": "", "note": form["entry_key"]}).status_code == 303
    assert slip(client.get(address))["csrf_token"] != slip(other.get(address))["csrf_token"]


def test_a_change_is_seen_at_once(client):
    address = begin(client, "Anneli", "Benito")
    before = client.get(address)
    send(client, address, "1/1")
    after = client.get(address)
    assert hidden(after, "revision") != hidden(before, "revision")
    assert without_slips(after) != without_slips(before)


def test_every_reader_gets_their_own_language(client):
    address = begin(client, "Anneli", "Benito")
    english = client.get(address).text
    german = client.get(address, headers={"Accept-Language": "de"}).text
    assert '<html lang="en"' in english
    assert '<html lang="de"' in german
    assert client.get(address).text.count('<html lang="en"') == 1


def test_every_reader_gets_the_dates_of_their_own_region(client):
    address = begin(client, "Anneli", "Benito")
    client.post(f"{address}/plays", data=slip(client.get(f"{address}/stop")) | {"kind": "stop"})
    answers = [client.get(address, headers={"Accept-Language": each}) for each in ("en-US", "en-GB", "en-US", "en-GB")]
    assert ["M</p>" in each.text for each in answers] == [True, False, True, False]  # AM or PM
    assert all("Accept-Language" in each.vary for each in answers)


def test_a_memo_lets_the_oldest_go():
    memo = Cache(2)
    for number in (1, 2, 3):
        assert memo.put(number, str(number)) == str(number)
    assert [memo.get(number) for number in (1, 2, 3)] == [None, "2", "3"]
