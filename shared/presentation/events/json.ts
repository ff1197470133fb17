/** An object of unknown shape: agents of other releases and other vendors write what they like. */
export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one in the place of anything else. */
export function jsonOf(value: unknown): Json {
  return isJson(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** In characters. */
const LONGEST_NAME = 200;

/** A text that says something; undefined for all else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text that stands in one place of a line, such as a name: whatever its length, it takes no more room than that. */
export function nameOf(value: unknown): string | undefined {
  return textOf(value)?.slice(0, LONGEST_NAME);
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The words of a content: a text, one part, or a list of parts. */
export function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) return content.map(wordsOf).filter(Boolean).join('\n');
  return textOf(jsonOf(content).text) ?? '';
}

/** The addresses of the images in a content. */
export function imagesOf(content: unknown): readonly string[] {
  return listOf(content).flatMap((part) =>
    listOf(jsonOf(part).image_urls).filter((url): url is string => typeof url === 'string'),
  );
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
