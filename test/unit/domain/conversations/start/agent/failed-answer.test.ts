import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  failureOf,
  isPermanent,
  readAnswer,
} from '../../../../../../shared/domain/conversations/start/agent/failed-answer.ts';
import { AgentFailedError, errorText } from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';

const answer = (status: number, body: unknown = { detail: 'no' }) => ({ status, text: JSON.stringify(body) });

describe('an answer that is none of success', () => {
  it.each([301, 307, 400, 402, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 451, 499, 501, 505])(
    '%i is permanent: the same request gets it again',
    (status) => {
      expect(isPermanent(answer(status))).toBe(true);
    },
  );

  it.each([401, 408, 425, 429, 500, 502, 503, 504, 507, 599])('%i may pass', (status) => {
    expect(isPermanent(answer(status))).toBe(false);
  });

  it('409 may pass when the agent server asks for another try', () => {
    expect(isPermanent(answer(409, { detail: 'not bound yet', retryable: true }))).toBe(false);
    expect(isPermanent(answer(409, { detail: 'another owner', retryable: false }))).toBe(true);
    expect(isPermanent({ status: 409, text: 'no JSON' })).toBe(true);
  });

  it.each([
    ['[Errno -2] Name or service not known', true],
    ['[Errno -5] No address associated with hostname', true],
    ['[Errno 8] nodename nor servname provided, or not known', true],
    ['getaddrinfo ENOTFOUND mcp.invalid', true],
    // A resolver that does not answer may do so soon.
    ['[Errno -3] Temporary failure in name resolution', false],
    ['Connection refused', false],
  ])('500 with %j is permanent: %j', (exception, permanent) => {
    const failed = answer(500, { detail: 'Internal Server Error', exception });

    expect(isPermanent(failed)).toBe(permanent);
    expect(failureOf(failed, 'It failed.', 'Change it.').message.includes('does not exist')).toBe(permanent);
  });

  it('ends with the words of the agent, bounded and without secrets', () => {
    const long = answer(422, { detail: `hunter-two ${'x'.repeat(100_000)}` });

    const text = errorText(failureOf(long, 'It answered 422.', 'Change it.'), ['hunter-two']);

    expect(text).toMatch(/^It answered 422\. Change it\. \{"detail":"\*+ x+…$/);
    expect(text.length).toBeLessThan(2_100);
  });
});

it('an answer of success that cannot be read is a failure of the agent that repeats nothing of it', () => {
  const read = (text: string) => () => readAnswer(z.object({ id: z.string() }), { text }, '/api/x');

  for (const text of ['', 'hunter-two', '{"id":1}', '[]']) {
    expect(read(text)).toThrow(AgentFailedError);
    expect(read(text)).toThrow(/^The agent server returned an unreadable response to \/api\/x\.$/);
  }
  expect(read('{"id":"a"}')()).toEqual({ id: 'a' });
});
