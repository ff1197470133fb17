import { expect, it } from 'vitest';
import { refusalOf, silenceOf } from '../../../../../shared/domain/git/http/git-failures.ts';
import { OutboundError } from '../../../../../shared/platform/outbound/bounded-fetch.ts';

const gitlab = { provider: 'gitlab', baseUrl: 'https://ada:password@gitlab.example/git' } as const;

const refusal = (status: number, headers: Record<string, string>) =>
  refusalOf(gitlab, { status, headers: new Headers(headers) });

it.each<[string, Record<string, string>, number | undefined]>([
  ['seconds', { 'retry-after': '12' }, 12],
  ['a part of a second', { 'retry-after': '0.2' }, 1],
  ['a date in the past', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 1],
  ['more than a day', { 'retry-after': '999999999' }, 86_400],
  ['seconds until the reset', { 'ratelimit-reset': '45' }, 45],
  ['a reset that is over', { 'x-ratelimit-reset': '1500000000' }, 1],
  ['nothing that can be read', { 'retry-after': 'soon', 'ratelimit-reset': '9' }, undefined],
  ['nothing', {}, undefined],
])('reads how long to wait from %s', (_, headers, seconds) => {
  expect(refusal(429, headers)).toMatchObject({ failure: 'rate_limited', retryAfterSeconds: seconds });
});

it('tells a spent rate limit from a missing scope', () => {
  expect(refusal(403, { 'x-ratelimit-remaining': '0' }).failure).toBe('rate_limited');
  expect(refusal(403, { 'ratelimit-remaining': '17' }).failure).toBe('scope_missing');
});

it('knows what a bounded fetch says of an answer that is too long', () => {
  const error = silenceOf(gitlab, new OutboundError('too_large', 'its answer is too long'));
  expect(error).toMatchObject({ failure: 'malformed_answer', message: expect.stringContaining('too long') });
  expect(silenceOf(gitlab, new OutboundError('timed_out', 'late')).failure).toBe('timed_out');
});

it('names the host, and nothing else of the address', () => {
  const messages = [refusal(502, {}).message, silenceOf(gitlab, new TypeError('fetch failed')).message];
  expect(messages.every((message) => message.startsWith('gitlab.example '))).toBe(true);
});
