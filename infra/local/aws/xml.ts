/** What can be written as XML: an undefined part is left out, an array is written as one element for each entry. */
export type XmlValue = string | number | boolean | Date | undefined | readonly XmlValue[] | XmlParts;
export interface XmlParts {
  readonly [name: string]: XmlValue;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
};

/** One element with its content. `entry` is what an entry of a list is called. */
export function element(name: string, content: XmlValue, attributes = '', entry = 'item'): string {
  if (content === undefined) return '';
  return `<${name}${attributes}>${inner(content, entry)}</${name}>`;
}

function inner(content: Exclude<XmlValue, undefined>, entry: string): string {
  if (typeof content !== 'object') return printable(String(content));
  if (content instanceof Date) return content.toISOString();
  if (isList(content)) return content.map((item) => element(entry, item, '', entry)).join('');
  return Object.entries(content)
    .map(([name, value]) => element(name, value, '', entry))
    .join('');
}

/** XML has no way to write most control characters; they are left out. */
function printable(text: string): string {
  return text
    .replace(/\p{Cc}/gu, (c) => (c < ' ' && !'\t\n\r'.includes(c) ? '' : c))
    .replace(/[&<>"\r]/g, (c) => references[c] ?? c);
}

function isList(content: readonly XmlValue[] | XmlParts): content is readonly XmlValue[] {
  return Array.isArray(content);
}
