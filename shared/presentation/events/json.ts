/** An object of unknown shape, as agents of other releases and vendors send it. */
export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one for any other value. */
export function jsonOf(value: unknown): Json {
  return isJson(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** In characters. */
const LONGEST_NAME = 200;

/** The text; undefined if it is empty or not a text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text of limited length, such as a name in a line. */
export function nameOf(value: unknown): string | undefined {
  return textOf(value)?.slice(0, LONGEST_NAME);
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The text of a content: a text, one part, or a list of parts. */
export function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(wordsOf).filter(Boolean).join('\n');
  return textOf(jsonOf(content).text) ?? '';
}

/** The URLs of the images in a content. */
export function imagesOf(content: unknown): readonly string[] {
  return listOf(content).flatMap((part) =>
    listOf(jsonOf(part).image_urls).filter((url): url is string => typeof url === 'string'),
  );
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
