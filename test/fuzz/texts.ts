import * as fc from 'fast-check';
import type { SchemaObject } from './schema.ts';

/** Texts with a special meaning, which find more errors than random ones. */
const words = [
  ...['main', 'feature/login', 'acme/web-shop', 'github', 'default', 'README.md', 'a', '0', '-', 'search'],
  ...['/workspace/project', 'https://git.example.com', 'git.example.com:8443', 'https://hooks.example.com/in'],
  ...['anthropic/claude-sonnet-4-5', 'MessageEvent', '4f8a1c2e9b7d4e0f8a1c2e9b7d4e0f8a', 'GITHUB_TOKEN', 'HEAD~1'],
  ...['4F8A1C2E-9B7D-4E0F-8A1C-2E9B7D4E0F8A', '**********', '2026-11-21 09:30:00', '2026-11-21T09:30:00.123456'],
];

/** Limit for the length of texts, because bodies have their own limit. */
const LONGEST = 2_000;

/** Texts that mostly satisfy a schema. The caller filters them. */
export function textsOf({ format, pattern, allOf = [], minLength = 0, maxLength }: SchemaObject): fc.Arbitrary<string> {
  if (format === 'date-time') return times;
  if (format === 'date') return times.map((time) => time.slice(0, 10));
  if (format === 'uri') return addresses;
  const patterns = [pattern, ...allOf.map((one) => (typeof one === 'object' ? one.pattern : undefined))].filter(
    (one) => one !== undefined,
  );
  const most = Math.min(maxLength ?? LONGEST, LONGEST);
  const long = fc.constant('x'.repeat(Math.max(most, minLength)));
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(most, minLength + 40) });
  const raw = fc.string({ unit: 'binary', minLength, maxLength: Math.min(most, minLength + 10) });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...words) },
    { weight: 4, arbitrary: patterns.length > 0 ? fc.oneof(...patterns.map(matching)) : plain },
    { weight: 1, arbitrary: patterns.length > 0 ? visible : raw },
    { weight: 1, arbitrary: long },
  );
}

const visible = fc.string({ unit: fc.constantFrom(...'abcxyzABC0189._-@/+ ~'), minLength: 1, maxLength: 20 });

/** Texts of a pattern, without lookarounds and Unicode classes, which fast-check does not support. */
function matching(pattern: string): fc.Arbitrary<string> {
  const plain = pattern.replace(/\(\?<?[=!](?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)/g, '');
  if (plain.includes('\\p') || /^\^?$/.test(plain)) return visible;
  return fc.stringMatching(new RegExp(plain, 'u'), { maxLength: 300 });
}

/** Times around now, with the time zones of RFC 3339. */
const times = fc
  .tuple(
    fc.date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('Z', '+00:00', '-11:30', '+14:00'),
    fc.constantFrom('', '.5', '.123456', '.123456789'),
  )
  .map(([date, zone, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`);

const addresses = fc
  .tuple(
    fc.constantFrom('https', 'http', 'HTTPS'),
    fc.constantFrom('example.com', 'models.example.com:8443', 'user@example.com', 'xn--bcher-kva.example', '8.8.8.8'),
    fc.constantFrom('', '/', '/v1/chat?model=a&b=%20#top'),
  )
  .map(([scheme, host, rest]) => `${scheme}://${host}${rest}`);
