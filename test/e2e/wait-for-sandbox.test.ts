import { beforeAll, describe, expect, it } from 'vitest';
import type { Query } from './support/api.ts';
import { newOwner, nobody, type Owner } from './support/owners.ts';
import { badFields, expectProblem } from './support/problems.ts';
import { startSandbox } from './support/sandboxes.ts';

const path = '/api/v1/sandboxes';

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

/** The answer to a wait, and how many seconds it took. */
async function wait(id: string, query: Query) {
  const begun = Date.now();
  const answer = await owner.api.get(`${path}/${id}`, query);
  return { ...answer, seconds: (Date.now() - begun) / 1000 };
}

/** The answer that a client gets who waits again as long as the sandbox starts: on a busy machine that takes longer than one wait. */
async function waitForRun(id: string) {
  for (;;) {
    const answer = await wait(id, { wait: 'RUNNING', timeout: 25 });
    if (answer.body.status !== 'STARTING') return answer;
  }
}

describe('waiting for a sandbox', () => {
  it('answers once it runs, with its key', async () => {
    const { body } = await owner.api.post(path);

    const answer = await waitForRun(body.id);

    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ status: 'RUNNING', session_api_key: expect.any(String) });
    expect(answer.seconds).toBeLessThan(25);
  });

  it('answers once a resume is done', async () => {
    const { id, sessionKey } = await startSandbox(owner.api);
    await owner.api.post(`${path}/${id}/pause`);
    await owner.api.post(`${path}/${id}/resume`);

    const { body } = await waitForRun(id);

    expect(body).toMatchObject({ status: 'RUNNING', session_api_key: expect.any(String) });
    expect(body.session_api_key).not.toBe(sessionKey);
  });

  it('answers at once when it is there already, and when it cannot come by itself', async () => {
    const { id } = await startSandbox(owner.api);
    const running = await wait(id, { wait: 'RUNNING', timeout: 25 });
    await owner.api.post(`${path}/${id}/pause`);
    const paused = await wait(id, { wait: 'RUNNING', timeout: 25 });

    expect([running.status, running.body.status]).toEqual([200, 'RUNNING']);
    expect([paused.status, paused.body.status]).toEqual([200, 'PAUSED']);
    expect(Math.max(running.seconds, paused.seconds)).toBeLessThan(20);
  });

  it('answers with what it is when the time is over', async () => {
    const { id } = await startSandbox(owner.api);

    const { status, body, seconds } = await wait(id, { wait: 'PAUSED', timeout: 2 });

    expect([status, body.status]).toEqual([200, 'RUNNING']);
    expect(seconds).toBeGreaterThanOrEqual(2);
  });

  it('may wait for as long as it says', async () => {
    const { id } = await startSandbox(owner.api);

    const { status, body, seconds } = await wait(id, { wait: 'ERROR', timeout: 25 });

    expect([status, body.status]).toEqual([200, 'RUNNING']);
    expect(seconds).toBeGreaterThanOrEqual(24.9);
  });

  it('is a 404 when it is deleted meanwhile', async () => {
    const { id } = await startSandbox(owner.api);

    const [answer] = await Promise.all([
      wait(id, { wait: 'PAUSED', timeout: 20 }),
      // The other order, in which the wait finds nothing from the start, is the same answer.
      owner.api.delete(`${path}/${id}`),
    ]);

    expectProblem(answer, 404, 'not_found');
  });

  it('is as closed to strangers as the sandbox itself', async () => {
    const { id } = await startSandbox(owner.api);
    const stranger = await newOwner();
    const query = { wait: 'PAUSED', timeout: 20 };

    expectProblem(await stranger.api.get(`${path}/${id}`, query), 404, 'not_found');
    expectProblem(await nobody().get(`${path}/${id}`, query), 401, 'unauthenticated');
  });

  it.each<[string, Query]>([
    ['query.wait', { wait: 'GONE' }],
    ['query.wait', { wait: '' }],
    ['query.timeout', { timeout: 5 }],
    ['query.timeout', { wait: 'RUNNING', timeout: 26 }],
    ['query.timeout', { wait: 'RUNNING', timeout: -1 }],
    ['query.timeout', { wait: 'RUNNING', timeout: '2s' }],
  ])('names %s as the bad field of %o', async (field, query) => {
    expect(badFields(await owner.api.get(`${path}/unknown`, query))).toEqual([field]);
  });
});
