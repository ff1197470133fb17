import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/service/api.ts';
import { belongingsOf } from '../../support/service/belongings.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';

const path = '/api/v1/sandboxes';
const { stateDirectory } = service();

const statusAfter = { resume: 'RUNNING', start: 'RUNNING', pause: 'PAUSED', delete: undefined } as const;
type Verb = keyof typeof statusAfter;

const owner = await newOwner();

function call(id: string, verb: Verb): Promise<Answer> {
  if (verb === 'delete') return owner.api.delete(`${path}/${id}`);
  if (verb === 'start') return owner.api.post('/api/v1/app-conversations', { sandbox_id: id });
  return owner.api.post(`${path}/${id}/${verb}`);
}

const statusOf = async (id: string): Promise<string | undefined> =>
  (await owner.api.get(path, { id: [id] })).body[0]?.status;

async function expectSettled(id: string, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) expect(await statusOf(id)).toBeUndefined();
  else await waitForSandbox(owner.api, id, wanted);
  if (stateDirectory === null) return;
  const tasks = wanted === 'RUNNING' ? 1 : 0;
  await eventually(`${tasks} live tasks of sandbox ${id}`, async () => {
    const { live } = await belongingsOf(stateDirectory, id);
    if (live.length !== tasks) throw new Error(JSON.stringify(live));
    return true;
  });
}

async function expectStartsEnded(answers: readonly Answer[]): Promise<void> {
  for (const { body } of answers.filter((answer) => answer.body?.conversation_id)) {
    const task = await eventually(`start task ${body.id} ends`, async () => {
      const [found] = (await owner.api.get('/api/v1/app-conversations/start-tasks', { ids: [body.id] })).body;
      return found.status === 'READY' || found.status === 'ERROR' ? found : undefined;
    });
    expect(task.detail === null).toBe(task.status === 'READY');
  }
}

/** Sends two requests at once. The sandbox shows which one came last, and reaches that state. */
async function atOnce(id: string, verbs: readonly [Verb, Verb]): Promise<void> {
  const answers = await Promise.all(verbs.map((verb) => call(id, verb)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const status = await statusOf(id);
  const wanted = status === 'STARTING' ? 'RUNNING' : status;
  expect(verbs.map((verb) => statusAfter[verb])).toContain(wanted);
  await expectSettled(id, wanted);
  await expectStartsEnded(answers);
}

/** The unit tests of intents race each pair of requests in each state and order. */
describe('two callers on one sandbox', () => {
  it('concurrent pause and resume, or start and pause, end in the state of the last request', async () => {
    const { id } = await startSandbox(owner.api);
    await call(id, 'pause');
    await call(id, 'resume');
    await waitForSandbox(owner.api, id, 'RUNNING');

    await atOnce(id, ['resume', 'pause']);
    await atOnce(id, ['pause', 'start']);
  });

  it('a deletion wins over concurrent requests, and later requests answer 404', async () => {
    const { id } = await startSandbox(owner.api);
    await call(id, 'pause');

    const [deleted, resumed] = await Promise.all([call(id, 'delete'), call(id, 'resume')]);

    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(resumed.status);
    expect((await call(id, 'start')).status).toBe(404);
    await expectSettled(id, undefined);
  });
});
