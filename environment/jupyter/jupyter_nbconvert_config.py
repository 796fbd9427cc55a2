"""`jupyter nbconvert --to html` makes the project's pages."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from ipc_tax_pages import configure

configure(get_config())  # noqa: F821 - Jupyter gives it
