/** Headers that functions can neither see nor add, in lower case. A star stands for any ending. */
const hidden = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-*',
  'trailer',
  'upgrade',
  'x-accel-*',
  'x-amz-cf-*',
  'x-amzn-*',
  'x-cache',
  'x-edge-*',
  'x-forwarded-proto',
  'x-real-ip',
];

/** Headers of a request that functions can see but not change. */
export const readOnlyHeaders = ['cdn-loop', 'content-length', 'host', 'transfer-encoding', 'via'] as const;

/** Headers that cannot be custom headers of an origin, in lower case. */
const refusedForOrigins = [
  'cache-control',
  'connection',
  'content-length',
  'cookie',
  'host',
  'if-*',
  'max-forwards',
  'pragma',
  'proxy-*',
  'range',
  'request-range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-amz-*',
  'x-edge-*',
  'x-real-ip',
];

export function isHidden(name: string): boolean {
  return matches(hidden, name.toLowerCase());
}

export function isReadOnly(name: string): boolean {
  return matches(readOnlyHeaders, name.toLowerCase());
}

export function isAllowedForOrigins(name: string): boolean {
  return isHeaderName(name) && !matches(refusedForOrigins, name.toLowerCase());
}

/** A token of RFC 9110. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
}

/** One line without control characters. */
export function isHeaderValue(value: string): boolean {
  return /^[^\p{Cc}]*$/u.test(value.replaceAll('\t', ' '));
}

function matches(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}
