"""No class is defined twice, and only a title's own pages use its styles."""

import re
from collections import Counter

from scorekeeper.paths import beside_package

CSS = beside_package("static") / "css"
SHEETS = sorted(CSS.rglob("*.css"))
TITLES = sorted((CSS / "rulebooks").glob("*.css"))


def selectors(path):
    """Return each selector of a style sheet separately; a comma inside parentheses does not separate selectors."""
    text = re.sub(r"/\*.*?\*/|@keyframes [^{]+\{([^{}]+\{[^{}]*\}\s*)+\}", "", path.read_text(), flags=re.DOTALL)
    heads = [head.strip() for head in re.findall(r"([^{};]+)\{", text)]
    return [one.strip() for head in heads if head[0] != "@" for one in re.split(r",(?![^(]*\))", head)]


def test_each_class_is_defined_in_one_style_sheet():
    defined = [(name, path.stem) for path in SHEETS for name in selectors(path) if re.fullmatch(r"\.[a-z-]+", name)]
    homes = Counter(name for name, _ in set(defined))
    assert len(homes) > 100
    assert {name for name, count in homes.items() if count > 1} == set()


def plain(path):
    """Return the classes that a style sheet defines."""
    return {name[1:] for name in selectors(path) if re.fullmatch(r"\.[a-z-]+", name)}


def test_styles_of_a_title_are_used_only_on_its_pages():
    templates, worn_elsewhere = beside_package("templates"), {}
    texts = {each: each.read_text() for each in sorted(templates.rglob("*.html"))}
    worn = {each: {*" ".join(re.findall(r'class="([^"{]*)', text)).split()} for each, text in texts.items()}
    for path in TITLES:
        own, defined = templates / "rulebooks" / path.stem, plain(path)
        assert len(defined) > 10
        assert path.read_text().startswith("@layer rulebooks {")
        worn_elsewhere |= {
            (path.stem, each.name): defined & classes for each, classes in worn.items() if own not in each.parents
        }
    assert {where: found for where, found in worn_elsewhere.items() if found} == {}
