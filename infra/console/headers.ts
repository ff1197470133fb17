/** What pages of the console connect to. */
export interface ConsoleReach {
  readonly apiOrigin: string;
  /** Sources of sandboxes for HTTP and WebSockets. */
  readonly sandboxOrigins: readonly string[];
  /** Origins of the identity provider of people, if there is one. */
  readonly providerOrigins?: readonly string[];
}

/** One year. */
export const HSTS_SECONDS = 31_536_000;

/** Headers of every response that CloudFront does not count as security headers. */
export const furtherHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

/** All headers of the console's responses. */
export function consoleHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': policy,
    'Strict-Transport-Security': `max-age=${HSTS_SECONDS}`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    ...furtherHeaders,
  };
}

/** Scripts cannot turn text into markup or code. Browsers without Trusted Types ignore this. */
const NO_MARKUP = ["require-trusted-types-for 'script'", "trusted-types 'none'"] as const;

/** The policy of the app's pages. */
export function appPolicy({ apiOrigin, sandboxOrigins, providerOrigins = [] }: ConsoleReach): string {
  return policyOf({
    connect: [apiOrigin, ...providerOrigins, ...sandboxOrigins],
    frames: sandboxOrigins.filter(isOfOneApp),
    further: NO_MARKUP,
  });
}

/** Previews of apps need an origin for each: one that all sandboxes share must not be in a frame. */
const isOfOneApp = (origin: string): boolean => /^https?:\/\/\*\./.test(origin);

/**
 * The policy of the API's reference, whose viewer writes inline styles and shows files from the API. Its requests of a
 * person need tokens that the provider renews.
 */
export function referencePolicy({ apiOrigin, providerOrigins = [] }: Omit<ConsoleReach, 'sandboxOrigins'>): string {
  return policyOf({ connect: [apiOrigin, ...providerOrigins], styles: ["'unsafe-inline'"], images: ['blob:'] });
}

/** The policy of the page of public links, which only reads the API. */
export function sharedPolicy({ apiOrigin }: Pick<ConsoleReach, 'apiOrigin'>): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${apiOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...NO_MARKUP,
  ].join('; ');
}

/** Headers of the page of public links: search engines must not keep what was shared for a time. */
export const sharedHeaders = { 'X-Robots-Tag': 'noindex, nofollow, noarchive' } as const;

interface Further {
  readonly connect: readonly string[];
  readonly styles?: readonly string[];
  readonly images?: readonly string[];
  readonly frames?: readonly string[];
  /** Directives. */
  readonly further?: readonly string[];
}

function policyOf({ connect, styles = [], images = [], frames = [], further = [] }: Further): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' data:", ...images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "manifest-src 'self'",
    ...(frames.length === 0 ? [] : [['frame-src', ...frames].join(' ')]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...further,
  ].join('; ');
}

/**
 * Sources of a Content-Security-Policy for all sandboxes, for HTTP and WebSockets.
 *
 * @param address with `{label}` in path or host; undefined if clients reach sandboxes directly, at any address
 */
export function sandboxOriginsOf(address: string | undefined): readonly string[] {
  if (address === undefined) return ['http:', 'ws:'];
  const origin = address.replace(/\/\{label\}$/, '').replace('{label}', '*');
  return [origin, origin.replace(/^http/, 'ws')];
}
