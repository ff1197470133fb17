import { describe, expect, it } from 'vitest';
import { revisionsIn } from '../../../shared/http/answers/etag.ts';
import { implement, Revised } from '../../../shared/http/operation/operation.ts';
import { requireRevision } from '../../../shared/platform/errors.ts';
import { echo, echoEndpoint, good } from '../../support/http/echo.ts';
import { invoke } from '../../support/http/invoke.ts';

const hash = '4f1c8a0b9d2e7c6f5a3b1d0e9f8c7b6a';

const revised = { ...echoEndpoint, revised: true as const };
let runs = 0;

/** A resource at revision 3. */
const change = implement(revised, async ({ request }, _: Record<string, never>) => {
  requireRevision(3, request.revisions, 'thing');
  runs += 1;
  return new Revised({ said: 'done' }, 4);
});

const sent = (ifMatch?: string) =>
  invoke(change, {}, { ...good, ...(ifMatch === undefined ? {} : { headers: { 'If-Match': ifMatch } }) });

describe('If-Match', () => {
  it.each<[string | undefined, readonly number[] | undefined]>([
    [undefined, undefined],
    ['*', undefined],
    [`"3-${hash}"`, [3]],
    [`"3-${hash}", "12-00"`, [3, 12]],
    [`W/"3-${hash}"`, []],
    [`"${hash}"`, []],
    ['"-1-aa"', []],
    ['nonsense', []],
    ['', []],
    [Array.from({ length: 1_000 }, (_, index) => `"${index}-a"`).join(), Array.from({ length: 20 }, (_, n) => n)],
  ])('%s names the revisions %j', (header, revisions) => {
    expect(revisionsIn(header)).toEqual(revisions);
  });

  it.each([undefined, '*', `"3-${hash}"`, `"2-aa","3-bb"`])('%s lets a change of revision 3 happen', async (header) => {
    const { status, headers } = await sent(header);

    expect(status).toBe(201);
    expect(headers.ETag).toMatch(/^"4-[0-9a-f]{32}"$/);
  });

  it.each([`"2-${hash}"`, `W/"3-${hash}"`, '"other"'])('%s refuses it, and nothing changes', async (header) => {
    const before = runs;

    const { status, body } = await sent(header);

    expect([status, body.code, runs]).toEqual([412, 'precondition_failed', before]);
  });

  it('is refused where an operation cannot keep it', async () => {
    let ran = false;
    const operation = echo(() => {
      ran = true;
      return { said: 1 };
    });

    const { status, body } = await invoke(operation, {}, { ...good, headers: { 'If-Match': `"3-${hash}"` } });

    expect([status, body.code, ran]).toEqual([412, 'precondition_failed', false]);
  });
});
