import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { failureWords } from '../../platform/outbound/bounded-fetch.ts';
import { NoResponseError, requestTo } from '../../platform/outbound/http-request.ts';
import {
  checkTarget,
  pinnedTo,
  type Target,
  TargetRefusedError,
  type TargetRules,
} from '../../platform/outbound/target.ts';

export interface ReceiverAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: AnswerText | null;
}

/** The receiver did not respond. The message states the reason for the owner. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

interface ReceiverRules extends TargetRules {
  /** Time limit of a whole attempt, name resolution included, in milliseconds. */
  readonly timeout: number;
}

export const ATTEMPT_TIMEOUT = 15_000;

const MAX_HEADER_BYTES = 16 * 1024;

/** Bytes of a body that are read, so that receivers can finish their response. */
const MAX_BODY_BYTES = 16 * 1024;

/** Time limit for reading a body, in milliseconds. */
const BODY_TIMEOUT = 1_000;

/** Sends one message to a checked address. Does not follow redirects. @throws NoAnswerError, TargetRefusedError */
export async function sendToReceiver(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  rules: ReceiverRules,
): Promise<ReceiverAnswer> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), rules.timeout);
  try {
    const target = await Promise.race([checkTarget(url, rules), aborted(limit.signal)]);
    return await exchange(target, headers, body, limit.signal);
  } catch (error) {
    if (limit.signal.aborted) throw new NoAnswerError(`no response within ${rules.timeout / 1000} s`, { cause: error });
    if (error instanceof TargetRefusedError) throw error;
    if (error instanceof NoResponseError) throw new NoAnswerError(`the receiver ${error.message}`, { cause: error });
    throw new NoAnswerError(failureWords(error, 'the receiver'), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the time is over')), { once: true });
  });
}

function exchange(
  { url, hostname, addresses }: Target,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<ReceiverAnswer> {
  const options = {
    method: 'POST',
    hostname,
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    lookup: pinnedTo(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    body,
    signal,
  };
  return requestTo(url, options, answerOf);
}

/** The status, and the part of the body that arrives in time. */
function answerOf(response: IncomingMessage): Promise<ReceiverAnswer> {
  const { statusCode: status = 0, headers } = response;
  return new Promise((resolve) => {
    const start: Buffer[] = [];
    let bytes = 0;
    const done = () => {
      clearTimeout(timer);
      const text = answerText(Buffer.concat(start), response.complete, headers);
      resolve({ status, retryAfter: headers['retry-after'], text });
      response.destroy();
    };
    const timer = setTimeout(done, BODY_TIMEOUT);
    response.on('data', (chunk: Buffer) => {
      if (bytes <= ANSWER_BYTES) start.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) done();
    });
    response.on('end', done);
    // The status counts, whatever happens to the body.
    response.on('error', done);
    response.on('close', done);
  });
}

/** The beginning of a response body. */
export interface AnswerText {
  readonly text: string;
  /** Whether the body is longer. */
  readonly truncated: boolean;
}

/** Stored length of a body, in bytes of UTF-8. */
export const ANSWER_BYTES = 1_024;

const TEXTUAL =
  /^(?:text\/|application\/(?:json|xml|javascript|x-ndjson|x-www-form-urlencoded)\b|[^;]+\+(?:json|xml)\b)/i;

/** The "binary data bytes" of the WHATWG's MIME sniffing, which text does not contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** Control characters except line break and tab, and characters that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The beginning of a body as text that is safe to show. Null when it is empty or not text. A compressed body is never
 * decompressed, as a few bytes can expand to gigabytes.
 *
 * @param isWhole whether `body` is complete
 */
export function answerText(body: Buffer, isWhole: boolean, headers: IncomingHttpHeaders): AnswerText | null {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity' || !isTextual(headers['content-type'], body)) return null;
  const start = firstBytes(body, isWhole);
  const printable = start.text.replaceAll(/\r\n?/g, '\n').replaceAll(UNPRINTABLE, '\ufffd');
  // A replacement character is longer than the byte that it replaces.
  const { text, truncated } = firstBytes(Buffer.from(printable), !start.truncated);
  return text === '' ? null : { text, truncated };
}

function isTextual(contentType: string | undefined, body: Buffer): boolean {
  if (contentType !== undefined) return TEXTUAL.test(contentType.trim());
  return !BINARY.test(body.toString('latin1', 0, ANSWER_BYTES));
}

/** Never ends within a character. Replaces invalid UTF-8 by U+FFFD. */
function firstBytes(bytes: Buffer, isWhole: boolean): AnswerText {
  const truncated = !isWhole || bytes.length > ANSWER_BYTES;
  const text = new TextDecoder().decode(bytes.subarray(0, ANSWER_BYTES), { stream: truncated });
  return { text, truncated };
}
