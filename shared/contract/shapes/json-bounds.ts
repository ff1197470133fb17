export interface JsonBounds {
  /** The maximum nesting of lists and objects. */
  readonly depth: number;
  /** The maximum number of members and elements in total. */
  readonly values: number;
}

export const agentEventBounds = {
  /** Size of one event without its pictures. The texts of a larger event are shortened. */
  bytes: 2_000_000,
  /** Size of the pictures of one event, as data URLs. A picture of 5 MB has 7 MB of Base64. */
  pictureBytes: 9_000_000,
  /** Results of tools are nested deeper than input from people. */
  depth: 64,
  /** A batch of events has tens of thousands, and so has the largest single event. */
  values: 250_000,
} as const satisfies JsonBounds & { readonly bytes: number; readonly pictureBytes: number };

export type JsonExcess = 'too_deep' | 'too_many_values';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Checks a JSON text against its bounds in one pass, before a parser builds objects from it. Agrees with a parser up to
 * the first syntax error, at which the parser stops.
 *
 * @returns the first exceeded bound; undefined if the text is within its bounds
 */
export function jsonExcess(text: string, bounds: JsonBounds): JsonExcess | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === COMMA) values += 1;
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth -= 1;
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      depth += 1;
      if (depth > bounds.depth) return 'too_deep';
      if (!isEmpty(text, at + 1)) values += 1;
    }
    if (values > bounds.values) return 'too_many_values';
  }
  return undefined;
}

/** The error message for JSON that exceeds a bound. */
export function excessSentence(excess: JsonExcess, { depth, values }: JsonBounds): string {
  return excess === 'too_deep'
    ? `JSON can be nested at most ${depth} levels deep.`
    : `JSON can have at most ${values} members and elements.`;
}

/** The index of the quote that ends the string at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // An odd number of backslashes escapes the quote.
    if ((end - 1 - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Whether a list or object is empty. */
function isEmpty(text: string, start: number): boolean {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  const unit = text.charCodeAt(at);
  return unit === CLOSE_LIST || unit === CLOSE_OBJECT;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
