"""Submit buttons without a form on their page are found; tests/apps.py checks the pages of all tests."""

import pytest

from tests.apps import dead_buttons

PAGE = "<!doctype html><body><form id='one'>{}</form>{}"


@pytest.mark.parametrize(
    ("inside", "outside", "dead"),
    [
        ("<button>Yes</button>", "<button form='one'>Yes</button><button type='button'>Digit</button>", 0),
        ("", "<button>Yes</button>", 1),
        ("<button form='other'>Yes</button>", "<input type='submit' form='other'>", 2),
        ("<input type='submit'>", "<button type='submit' form='one'>", 0),
    ],
)
def test_buttons_without_form_are_found(inside, outside, dead):
    assert len(dead_buttons(PAGE.format(inside, outside))) == dead
