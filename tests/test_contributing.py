"""What the guides lead to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "companion").glob("*/README.md"))]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: str(guide.relative_to(ROOT)))
def test_every_file_that_a_guide_names_is_there(guide: Path) -> None:
    named = set(re.findall(r"`([\w./-]+(?:\.(?:py|html|js|css|md)|/))`", guide.read_text()))
    homes = (ROOT, ROOT / "companion", guide.parent, ROOT / "static")
    assert not {name for name in named if not any((home / name).exists() for home in homes)}
