/** JSON that fits, and what was left out of it as sentences. */
export interface Bounded {
  readonly value: unknown;
  readonly notes: readonly string[];
}

interface Limits {
  /** The longest text, in characters. */
  readonly text: number;
  /** The longest list. */
  readonly items: number;
}

/** Texts get shorter first, as a list with gaps in its texts says more than one without its end. */
const steps: readonly Limits[] = [
  ...[40_000, 8_000, 2_000, 500].map((text) => ({ text, items: Number.POSITIVE_INFINITY })),
  ...[50, 20, 10, 5, 2].map((items) => ({ text: 500, items })),
];

/** Shortens texts and lists of JSON to at most so many bytes. @returns undefined when that does not suffice */
export function boundedValue(value: unknown, maxBytes: number): Bounded | undefined {
  if (bytesOf(value) <= maxBytes) return { value, notes: [] };
  for (const limits of steps) {
    const notes = new Set<string>();
    const shorter = shortened(value, limits, notes, '');
    if (bytesOf(shorter) <= maxBytes) return { value: shorter, notes: [...notes] };
  }
  return undefined;
}

function shortened(value: unknown, limits: Limits, notes: Set<string>, place: string): unknown {
  if (typeof value === 'string') {
    if (value.length <= limits.text) return value;
    notes.add(`Texts of more than ${limits.text} characters are shortened.`);
    return cutText(value, limits.text);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > limits.items)
      notes.add(`Only ${limits.items} of ${value.length} in ${place || 'the list'} are shown.`);
    return value.slice(0, limits.items).map((item) => shortened(item, limits, notes, place));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shortened(inner, limits, notes, name)]),
  );
}

/** The beginning and the end of a text, with how much is missing. */
export function cutText(text: string, length: number): string {
  const rest = text.length - length;
  if (rest <= 0) return text;
  const half = Math.floor(length / 2);
  return `${text.slice(0, length - half).toWellFormed()}… [${rest} more characters] …${text.slice(text.length - half).toWellFormed()}`;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}
