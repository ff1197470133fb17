import type { IncomingHttpHeaders } from 'node:http';

/** The beginning of what a receiver answered. */
export interface AnswerText {
  readonly text: string;
  /** Whether the answer went on. */
  readonly truncated: boolean;
}

/** How much of an answer is kept, in bytes of UTF-8. */
export const ANSWER_BYTES = 1_024;

const TEXTUAL =
  /^(?:text\/|application\/(?:json|xml|javascript|x-ndjson|x-www-form-urlencoded)\b|[^;]+\+(?:json|xml)\b)/i;

/** Bytes that no text holds: the "binary data bytes" of the WHATWG's MIME sniffing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** Control characters but line break and tab, and what turns the direction of the text around it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The beginning of an answer's body as text that is safe to show. Null when it is empty, or no text. A compressed one
 * is never opened, as a few bytes of it may stand for gigabytes.
 *
 * @param isWhole whether `body` is all of it
 */
export function answerText(body: Buffer, isWhole: boolean, headers: IncomingHttpHeaders): AnswerText | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity' || !isTextual(headers['content-type'], body)) return null;
  const start = firstBytes(body, isWhole);
  const printable = start.text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE, '\ufffd');
  // What stands for a lost byte takes three.
  const { text, truncated } = firstBytes(Buffer.from(printable), !start.truncated);
  return text === '' ? null : { text, truncated };
}

function isTextual(contentType: string | undefined, body: Buffer): boolean {
  if (contentType !== undefined) return TEXTUAL.test(contentType.trim());
  return !BINARY.test(body.toString('latin1', 0, ANSWER_BYTES));
}

/** Never a part of a character at the cut; U+FFFD for what is not UTF-8. */
function firstBytes(bytes: Buffer, isWhole: boolean): AnswerText {
  const truncated = !isWhole || bytes.length > ANSWER_BYTES;
  const text = new TextDecoder().decode(bytes.subarray(0, ANSWER_BYTES), { stream: truncated });
  return { text, truncated };
}
