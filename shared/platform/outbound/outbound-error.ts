/** Why a request to a named place has no answer. */
export type OutboundFailure = 'refused' | 'unreachable' | 'timed_out' | 'too_large' | 'too_many';

/** No answer: why, in a few words that owners may read, without addresses of the service's network. */
export class OutboundError extends Error {
  override readonly name: string;
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.failure = failure;
    // As fetch names it.
    this.name = failure === 'timed_out' ? 'TimeoutError' : 'OutboundError';
  }
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ETIMEDOUT: 'it cannot be reached',
  HPE_HEADER_OVERFLOW: 'the headers of its answer are too long',
};

/** Known causes in our own words: a library's message may contain addresses. */
export function failureWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (words[code]) return words[code];
  if (code.startsWith('HPE_')) return 'its answer is not HTTP';
  if (/CERT|TLS|SSL|ISSUER|SELF_SIGNED/.test(code)) return `the TLS connection failed (${code})`.slice(0, 100);
  return 'the connection failed';
}
