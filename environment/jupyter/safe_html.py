"""What JupyterLab's "Sanitize HTML output", ticked by default in its export dialog, leaves of a page: all that the
project's pages are made of, and nothing that runs or loads.

nbconvert's own filter keeps so few elements that headings, paragraphs and table heads come out as text.
"""

import bleach
from bleach.css_sanitizer import ALLOWED_CSS_PROPERTIES, CSSSanitizer

TEXT = "a abbr b blockquote br code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p pre"
TEXT += " progress s span strong sub summary sup ul"
TABLE = "caption col colgroup table tbody td tfoot th thead tr"
MATHS = "math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace"
MATHS += " msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none"
TAGS = frozenset(f"{TEXT} {TABLE} {MATHS}".split())

COMMON = frozenset(
    ["align", "aria-hidden", "aria-label", "class", "dir", "id", "lang", "role", "scope", "style", "title"]
)
OF_MATHS = frozenset(
    [
        "accent",
        "accentunder",
        "columnalign",
        "columnlines",
        "columnspacing",
        "depth",
        "display",
        "displaystyle",
        "fence",
        "form",
        "height",
        "largeop",
        "linethickness",
        "lspace",
        "mathvariant",
        "maxsize",
        "minsize",
        "movablelimits",
        "notation",
        "rowlines",
        "rowspacing",
        "rspace",
        "scriptlevel",
        "separator",
        "stretchy",
        "symmetric",
        "voffset",
        "width",
        "xmlns",
    ]
)
OF_TAG = {
    "a": {"href"},
    "col": {"span"},
    "details": {"open"},
    "img": {"alt", "height", "src", "width"},
    "ol": {"start"},
    "progress": {"max", "value"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
}


def _allowed(tag, name, value):
    if name in COMMON or name in OF_TAG.get(tag, ()):
        data = value.strip().lower().startswith("data:")
        # Pictures are part of the page, and nothing is fetched for them; a link never leads into one.
        return data if (tag, name) == ("img", "src") else not data
    return tag in MATHS.split() and name in OF_MATHS


def clean_html(source):
    """The elements of a page's text, tables and maths as they are; all else escaped, scripts and loads gone."""
    text = source.decode() if isinstance(source, bytes) else str(source)
    css = CSSSanitizer(allowed_css_properties=[*ALLOWED_CSS_PROPERTIES, "font-variant-numeric"])
    protocols = [*bleach.ALLOWED_PROTOCOLS, "data"]
    return bleach.clean(text, tags=TAGS, attributes=_allowed, protocols=protocols, css_sanitizer=css)
