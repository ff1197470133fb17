import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getUsage } from '../../../../shared/contract/billing/billing.ts';
import { answerErrors } from '../../../../shared/http/answers/error-answers.ts';
import { answerConditionally } from '../../../../shared/http/answers/etag.ts';
import { isConditional } from '../../../../shared/http/rate-limits/conditional.ts';
import { type RateState, toContext } from '../../../../shared/http/rate-limits/rate-limit.ts';
import { rateLimit } from '../../../../shared/http/serve/limit-rate.ts';
import { AppError } from '../../../../shared/platform/errors.ts';
import { aContext, anEvent } from '../../../support/http/proxy-event.ts';

beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

/** A key with this state, whose charged calls are counted. */
function aKey(state: Partial<RateState>) {
  let used = state.used ?? 0;
  const run = vi.fn();
  const limited = { limit: 5, resetAt: new Date(Date.now() + 10_000), ...state };
  const handler = (endpoint = getUsage) =>
    middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
      .use(answerConditionally())
      .use(
        rateLimit(endpoint, () => async (_, __, { conditional: ___, ...before }) => {
          used += 1;
          return { ...before, used };
        }),
      )
      .use(answerErrors(endpoint))
      .handler(async ({ queryStringParameters }) => {
        run();
        if (queryStringParameters?.fails) throw new AppError('not_found', 'There is none.');
        return { statusCode: 200, headers: { ETag: '"v1"' }, body: 'v1' };
      });
  const ask = async (etag: string, query: Readonly<Record<string, string>> = {}) => {
    const event = anEvent(getUsage, { headers: { 'if-none-match': etag }, query });
    const conditional = { limit: 25, used: 1, ownLimit: 5 };
    Object.assign(event.requestContext.authorizer ?? {}, {
      calls_key: 'k',
      ...toContext({ conditional, ...limited, used: state.used === null ? null : used }),
    });
    const { statusCode, headers = {}, body } = await handler()(event, aContext('get-usage'));
    return { statusCode, left: headers['X-RateLimit-Remaining'], body };
  };
  return { ask, run, charged: () => used - (state.used ?? 0) };
}

describe('a conditional request', () => {
  it('costs nothing when nothing has changed', async () => {
    const { ask, charged } = aKey({ used: 2 });
    expect(await ask('"v1"')).toEqual({ statusCode: 304, left: '3', body: '' });
    expect(await ask('W/"v0", W/"v1"')).toMatchObject({ statusCode: 304, left: '3' });
    expect(charged()).toBe(0);
  });

  it('counts when the response has changed, and shows what is left after it', async () => {
    const { ask, charged } = aKey({ used: 2 });
    expect(await ask('"v0"')).toEqual({ statusCode: 200, left: '2', body: 'v1' });
    expect(charged()).toBe(1);
  });

  it('counts once when it fails', async () => {
    const { ask, charged } = aKey({ used: 2 });
    expect(await ask('"v1"', { fails: 'yes' })).toMatchObject({ statusCode: 404, left: '2' });
    expect(charged()).toBe(1);
  });

  it('is refused like any other when the limit is used up: wrong conditions in a loop get no more than others', async () => {
    const { ask, run, charged } = aKey({ used: 0 });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await ask('"wrong"')).statusCode);
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
    expect(run).toHaveBeenCalledTimes(5);
    expect(charged()).toBe(5);
    expect((await ask('"v1"')).statusCode).toBe(429);
  });

  it('gets no response if concurrent requests used up the limit', async () => {
    const { ask } = aKey({ used: 0 });
    // All were counted by the authorizer before the first was charged.
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('"wrong"')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7);
    expect(answers.filter(({ statusCode, body }) => statusCode === 429 && body.includes('v1'))).toEqual([]);
  });

  it('has a limit of its own, whatever its response would be', async () => {
    const { ask, run } = aKey({ used: 0, conditional: { limit: 25, used: 26, ownLimit: 5 } });
    const { statusCode, body } = await ask('"v1"');
    expect(statusCode).toBe(429);
    expect(JSON.parse(body).detail).toContain('25 conditional requests per minute');
    expect(run).not.toHaveBeenCalled();
  });
});

describe('the condition', () => {
  it.each([
    ['GET', { 'If-None-Match': '"a"' }, true],
    ['HEAD', { 'if-none-match': 'W/"a"' }, true],
    ['GET', { 'If-None-Match': '*' }, true],
    ['POST', { 'If-None-Match': '"a"' }, false],
    ['GET', { 'If-None-Match': '' }, false],
    ['GET', { 'If-None-Match': 'nothing' }, false],
    ['GET', {}, false],
    ['GET', null, false],
  ])('of %s with %j is one: %s', (method, headers, isOne) => {
    expect(isConditional(method, headers)).toBe(isOne);
  });
});
