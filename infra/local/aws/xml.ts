/** What can be written as XML. Undefined values are left out; an array becomes one element per entry. */
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

/** One element with its content. `entry` is the element name of list entries. */
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

/** Leaves out the control characters that XML cannot represent. */
function printable(text: string): string {
  return text
    .replace(/\p{Cc}/gu, (c) => (c < ' ' && !'\t\n\r'.includes(c) ? '' : c))
    .replace(/[&<>"\r]/g, (c) => references[c] ?? c);
}

function isList(content: readonly XmlValue[] | XmlParts): content is readonly XmlValue[] {
  return Array.isArray(content);
}
