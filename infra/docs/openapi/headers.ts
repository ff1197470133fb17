import { answersHead, type Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { LIMITS_PATH } from '../../../shared/http/rate-limits/limits-path.ts';

const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: 0 } as const;

/** Every response header. */
export const headerComponents = {
  'X-Request-Id': {
    description:
      'The id of this request, as in the logs and in `request_id` of errors. Include it when you contact support.',
    schema: text,
    example: '5f0c7a3e-8f0b-4d6e-9c43-0a9d1e6f2b11',
  },
  'RateLimit-Policy': {
    description: 'The rate limits of this key: `q` requests in `w` seconds.',
    schema: text,
    example: '"default";q=600;w=60',
  },
  RateLimit: {
    description: 'The remaining quota of a limit: `r` requests. The limit resets in `t` seconds.',
    schema: text,
    example: '"default";r=598;t=42',
  },
  'X-RateLimit-Limit': {
    description: 'The number of requests that this key can send per minute.',
    schema: whole,
    example: 600,
  },
  'X-RateLimit-Remaining': { description: 'The number of requests left.', schema: whole, example: 598 },
  'X-RateLimit-Reset': {
    description: 'When the limit resets, in seconds since 1970.',
    schema: whole,
    example: 1795253460,
  },
  'Retry-After': { description: 'The number of seconds to wait before the next attempt.', schema: whole, example: 1 },
  ETag: {
    description:
      'The version of this response. Send it as `If-None-Match` to get a 304 while the response is unchanged.',
    schema: text,
    example: '"4f1c8a0b9d2e7c6f5a3b1d0e9f8c7b6a"',
  },
  'Content-Range': {
    description: 'The position of the returned bytes, and the size of the whole file.',
    schema: text,
    example: 'bytes 0-1023/4096',
  },
  'Last-Modified': {
    description: 'When the file was last changed.',
    schema: text,
    example: 'Sun, 22 Nov 2026 09:30:00 GMT',
  },
  Location: {
    description: 'The path of the created object.',
    schema: text,
    example: '/api/v1/sandboxes/0198a1b2c3d47e5f8091a2b3c4d5e6f7',
  },
  'WWW-Authenticate': { description: 'The authentication scheme.', schema: text, example: 'Bearer' },
  Deprecation: {
    description: 'Since when this operation is deprecated (RFC 9745).',
    schema: text,
    example: '@1795219200',
  },
  Sunset: {
    description: 'When this operation can be removed (RFC 8594). Present only if the operator has set a date.',
    schema: text,
    example: 'Wed, 30 Jun 2027 00:00:00 GMT',
  },
  Link: {
    description: 'Links to the successor and to the deprecation notice.',
    schema: text,
    example: '</api/v1/app-conversations>; rel="successor-version"',
  },
  'Idempotent-Replayed': {
    description: '`true` if this repeats the response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Idempotency-Expires': {
    description: 'Until when the same Idempotency-Key returns the same response.',
    schema: text,
    example: 'Sun, 22 Nov 2026 09:30:00 GMT',
  },
} as const;

export type HeaderName = keyof typeof headerComponents;

/** References to response headers. */
export function headerReferences(names: readonly HeaderName[]): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const ofLimits: readonly HeaderName[] = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const ofLegacy: readonly HeaderName[] = ['Deprecation', 'Sunset', 'Link'];

/** Whether requests count towards limits. Responses made by API Gateway carry no limit headers. */
export function isCounted({ access, constant, path }: Endpoint): boolean {
  return access === 'key' && constant === undefined && path !== LIMITS_PATH;
}

/** The headers of a success. */
export function successHeaders(endpoint: Endpoint): readonly HeaderName[] {
  const { constant, generation, idempotent, revised, success } = endpoint;
  const hasTag =
    constant === undefined &&
    (answersHead(endpoint) || (revised && endpoint.method === 'PATCH') || endpoint.ranges === true);
  return [
    'X-Request-Id',
    ...(hasTag ? (['ETag'] as const) : []),
    ...(endpoint.ranges ? (['Last-Modified'] as const) : []),
    ...(success.location ? (['Location'] as const) : []),
    ...(isCounted(endpoint) ? ofLimits : []),
    ...(generation === 'legacy' ? ofLegacy : []),
    ...(idempotent && idempotent !== 'own' ? (['Idempotent-Replayed', 'Idempotency-Expires'] as const) : []),
    ...(success.optionalHeaders ?? []),
  ];
}

/** The headers of a failure with this status. */
export function failureHeaders(status: number, isLegacy: boolean): readonly HeaderName[] {
  return [
    'X-Request-Id',
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...([409, 429, 502, 503].includes(status) ? (['Retry-After'] as const) : []),
    ...(status === 429 ? ofLimits : []),
    ...(isLegacy ? ofLegacy : []),
  ];
}
