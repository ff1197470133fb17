/** An event pattern of EventBridge, which Lambda uses for the filters of event source mappings too. */
export type EventMatcher = (event: unknown) => boolean;

/** A pattern holds a comparison that the local cloud does not know: to guess would deliver the wrong events. */
export class UnsupportedPatternError extends Error {
  override readonly name = 'UnsupportedPatternError';
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads a pattern of nested fields with lists of values. @throws UnsupportedPatternError for other comparisons */
export function parsePattern(pattern: unknown): EventMatcher {
  const matches = Object.entries(fields(pattern, 'the pattern')).map(([name, wanted]) => parseField(name, wanted));
  return (event) => matches.every((match) => match(event));
}

function parseField(name: string, wanted: unknown): EventMatcher {
  if (name.startsWith('$')) throw new UnsupportedPatternError(`the comparison ${name}`);
  if (!Array.isArray(wanted)) {
    const match = parsePattern(fields(wanted, name));
    return (event) => match(valueAt(event, name));
  }
  const comparison = wanted.find((value) => typeof value === 'object' && value !== null);
  if (comparison) throw new UnsupportedPatternError(`the comparison ${JSON.stringify(comparison)}`);
  return (event) => wanted.includes(valueAt(event, name));
}

function valueAt(event: unknown, name: string): unknown {
  if (typeof event !== 'object' || event === null || !Object.hasOwn(event, name)) return undefined;
  const value = (event as Fields)[name];
  if (Array.isArray(value)) throw new UnsupportedPatternError(`a comparison with the list in ${name}`);
  return value;
}

function fields(value: unknown, where: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new UnsupportedPatternError(`${JSON.stringify(value)} at ${where}`);
}
