const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** JSON that can stand in a script element: nothing in it ends the element or begins a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

/** A program's text that can stand in a script element: `</script` and `<!--` only occur in its strings. */
export const scriptSource = (source: string): string =>
  source.replace(/<\/(?=script)/gi, '<\\/').replace(/<!--/g, '<\\!--');
