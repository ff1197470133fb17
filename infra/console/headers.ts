/** What pages of the console talk to. */
export interface ConsoleReach {
  /** Of the API, without a path. */
  readonly apiOrigin: string;
  /** Sources of sandboxes, for HTTP and for WebSockets. */
  readonly sandboxOrigins: readonly string[];
}

/** For a year, and for this host alone: what else is below its domain is not ours. */
export const HSTS_SECONDS = 31_536_000;

/** Headers of every answer that are no security headers to CloudFront. */
export const furtherHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

/** Every header of every answer, of the app or of the API's reference. */
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

/** No script can make markup, a script or its address of a text. Browsers without Trusted Types pass over it. */
const NO_MARKUP = ["require-trusted-types-for 'script'", "trusted-types 'none'"] as const;

/** What pages of the app may load and call. */
export function appPolicy({ apiOrigin, sandboxOrigins }: ConsoleReach): string {
  return policyOf({ connect: [apiOrigin, ...sandboxOrigins], further: NO_MARKUP });
}

/** What the API's reference may: its viewer writes inline styles, and shows files that the API answered. */
export function referencePolicy({ apiOrigin }: Pick<ConsoleReach, 'apiOrigin'>): string {
  return policyOf({ connect: [apiOrigin], styles: ["'unsafe-inline'"], images: ['blob:'] });
}

interface Further {
  readonly connect: readonly string[];
  readonly styles?: readonly string[];
  readonly images?: readonly string[];
  /** Directives. */
  readonly further?: readonly string[];
}

function policyOf({ connect, styles = [], images = [], further = [] }: Further): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' data:", ...images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...further,
  ].join('; ');
}

/** In hashed names nothing ever changes; every other file is asked for anew. */
export const CACHE_CONTROL = { assets: 'public, max-age=31536000, immutable', pages: 'no-cache' } as const;

/**
 * Sources of a Content-Security-Policy for all sandboxes: by HTTP and by WebSockets.
 *
 * @param address of a sandbox with `{label}` in it, as its path or in its host; undefined where sandboxes are reached
 *   directly, at any address
 */
export function sandboxOriginsOf(address: string | undefined): readonly string[] {
  if (address === undefined) return ['http:', 'ws:'];
  const origin = address.replace(/\/\{label\}$/, '').replace('{label}', '*');
  return [origin, origin.replace(/^http/, 'ws')];
}
