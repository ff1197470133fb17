/** Text that is HTML already. */
export interface Markup {
  readonly html: string;
}

type Part = string | number | Markup | undefined | readonly Part[];

/** HTML from a template: values that are not markup are escaped, and `undefined` becomes nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { html: texts.reduce((text, next, at) => text + written(parts[at - 1]) + next) };
}

function written(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map(written).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A text in which names stand between backticks. */
export function prose(text: string): readonly Markup[] {
  return text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));
}

/** A text reduced to characters that need no escaping in an address. */
export function anchor(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-|-$/g, '');
}
