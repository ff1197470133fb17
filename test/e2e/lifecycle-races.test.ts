import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './support/api.ts';
import { inventoryOf } from './support/control.ts';
import { waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { startSandbox } from './support/sandboxes.ts';

const path = '/api/v1/sandboxes';
const { stateDirectory } = service();

const intents = { resume: 'RUNNING', start: 'RUNNING', pause: 'PAUSED', delete: undefined } as const;
type Verb = keyof typeof intents;
/** Twenty sandboxes start and stop at a time, in milliseconds. */
const PATIENT = 240_000;
const verbs: readonly Verb[] = ['resume', 'pause', 'delete', 'start'];
const pairs = verbs.flatMap((first, index) => verbs.slice(index).map((second): [Verb, Verb] => [first, second]));

let owner: Owner;
beforeAll(async () => {
  owner = await newOwner();
});

function call(id: string, verb: Verb): Promise<Answer> {
  if (verb === 'delete') return owner.api.delete(`${path}/${id}`);
  if (verb === 'start') return owner.api.post('/api/v1/app-conversations', { sandbox_id: id });
  return owner.api.post(`${path}/${id}/${verb}`);
}

async function aSandbox(isPaused = false): Promise<string> {
  const { id } = await startSandbox(owner.api);
  if (isPaused) await call(id, 'pause');
  return id;
}

const statusOf = async (id: string): Promise<string | undefined> =>
  (await owner.api.get(path, { id: [id] })).body[0]?.status;

/** The generations of a sandbox whose tasks have not ended. */
async function liveGenerations(id: string): Promise<number[]> {
  const { tasks } = await inventoryOf(stateDirectory ?? '');
  return tasks
    .filter(({ last_status, started_by }) => last_status !== 'STOPPED' && started_by?.split('/')[1] === id)
    .map(({ started_by }) => Number(started_by?.split('/')[2]));
}

/** The sandbox ends where it was wanted, with one task when it runs and with none otherwise. */
async function expectSettled(id: string, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) expect(await statusOf(id)).toBeUndefined();
  else await waitForSandbox(owner.api, id, wanted);
  if (stateDirectory === null) return;
  const expected = wanted === 'RUNNING' ? 1 : 0;
  await eventually(`${expected} task of sandbox ${id}`, async () => {
    const live = await liveGenerations(id);
    if (live.length !== expected) throw new Error(`generations ${live} are alive`);
    return true;
  });
  // What runs is still the same sandbox: nobody stops or starts it once more.
  expect(await statusOf(id)).toBe(wanted);
}

/** Every start that was accepted ends, and says why when it fails. */
async function expectStartsEnded(answers: readonly Answer[]): Promise<void> {
  for (const { body } of answers.filter((answer) => answer.body?.app_conversation_id)) {
    const task = await eventually(`start task ${body.id} ends`, async () => {
      const [found] = (await owner.api.get('/api/v1/app-conversations/start-tasks', { ids: [body.id] })).body;
      return found.status === 'READY' || found.status === 'ERROR' ? found : undefined;
    });
    expect(task.detail === null).toBe(task.status === 'READY');
  }
}

/** Both at once: the answers tell which of the two were too late, and the sandbox tells which came last. */
async function atOnce(id: string, verbsAtOnce: readonly [Verb, Verb]): Promise<void> {
  const answers = await Promise.all(verbsAtOnce.map((verb) => call(id, verb)));

  const statuses = answers.map(({ status }) => status).toSorted();
  const deletions = verbsAtOnce.filter((verb) => verb === 'delete').length;
  if (deletions === 0) expect(statuses).toEqual([200, 200]);
  else
    expect(
      [
        [200, 200],
        [200, 404],
      ].slice(deletions - 1),
      answers.map(({ text }) => text).join(),
    ).toContainEqual(statuses);
  const status = await statusOf(id);
  await expectSettled(id, status === 'STARTING' ? 'RUNNING' : status);
  if (deletions > 0) expect(status).toBeUndefined();
  else expect(verbsAtOnce.map((verb) => intents[verb])).toContain(await statusOf(id));
  await expectStartsEnded(answers);
}

/** The second as soon as the first is answered: what it wants holds. */
async function inOrder(id: string, [first, second]: readonly [Verb, Verb]): Promise<void> {
  const answers = [await call(id, first), await call(id, second)];

  const isTooLate = first === 'delete';
  expect(answers.map(({ status }) => status)).toEqual([200, isTooLate ? 404 : 200]);
  await expectSettled(id, isTooLate ? undefined : intents[second]);
  await expectStartsEnded(answers);
}

describe('two callers on one sandbox', () => {
  it.concurrent.each(pairs)('%s and %s', { timeout: PATIENT }, async (first, second) => {
    await Promise.all([
      aSandbox().then((id) => atOnce(id, [first, second])),
      aSandbox(true).then((id) => atOnce(id, [second, first])),
      aSandbox().then((id) => inOrder(id, [first, second])),
      aSandbox(true).then((id) => inOrder(id, [second, first])),
    ]);
  });
});
