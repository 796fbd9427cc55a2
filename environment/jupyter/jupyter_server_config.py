"""JupyterLab in the project: its pages, its kernel, its figures, and nothing asked of the network."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from ipc_tax_pages import ASSETS, PLOTLY, configure

c = configure(get_config())  # noqa: F821 - Jupyter gives it

c.MultiKernelManager.default_kernel_name = "ipc-tax"
# News, updates and the list of extensions would be fetched.
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.extension_manager = "readonly"
# What draws figures: labextensions/ipc-tax-figures loads it.
c.ServerApp.extra_static_paths = [str(PLOTLY), str(ASSETS)]
# What is asked while a reader types says nothing of whether the kernel works: while a cell runs, the status bar goes on
# to say Busy. (What a page asks when it opens is how Lab learns the status.)
c.MappingKernelManager.untracked_message_types.extend(["complete_request", "inspect_request", "is_complete_request"])
