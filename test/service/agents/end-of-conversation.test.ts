import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { metricsOfStats } from '../../../shared/domain/conversations/record/metrics.ts';
import {
  askAgent,
  type StartedConversation,
  startConversation,
  waitForAnswer,
} from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { type Fault, Faults } from '../../support/service/faults.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { waitUntilNothingRunsOf } from '../../support/service/sandboxes.ts';
import { anEvent, postEvents, postHook } from '../../support/service/webhooks.ts';

const owner = await newOwner();
beforeEach(({ skip }) => skip(service().stateDirectory === null, 'the service runs elsewhere'));

/** Adds faults until the end of the test. */
async function addFaults(...added: readonly Fault[]): Promise<Faults> {
  const faults = new Faults(service().stateDirectory ?? '');
  onTestFinished(() => faults.clear());
  for (const fault of added) await faults.add(fault);
  return faults;
}

const writes = { service: 'dynamodb', times: 100_000 } as const;

/** Completes a run and deletes its sandbox right away. */
async function runAndDelete(started: StartedConversation) {
  await askAgent(started, '/events', 'How did it end?');
  await waitForAnswer(started);
  const info = await eventually('the run ends', async () => {
    const { body } = await askAgent(started, '');
    return body.execution_status === 'finished' ? body : undefined;
  });
  const { body } = await askAgent(started, '/events/search?limit=100');
  expect((await owner.api.delete(`/api/v1/sandboxes/${started.sandboxId}`)).status).toBe(200);
  expectProblem(await owner.api.get(`/api/v1/sandboxes/${started.sandboxId}`), 404, 'not_found');
  const metrics = metricsOfStats(info.stats);
  if (!metrics) throw new Error('the agent reports no costs');
  return { ids: idsOf(body), metrics: JSON.parse(JSON.stringify(metrics)) };
}

/** Creates a conversation directly on the agent server, which the service does not know. @returns its id */
async function startOnAgent({ url, sessionKey }: StartedConversation): Promise<string> {
  // Version 8, like the ids that the service derives for agents: it looks these up in more than one way.
  const id = randomUUID()
    .replaceAll('-', '')
    .replace(/^(.{12})4/, '$18');
  const response = await fetch(url.slice(0, url.lastIndexOf('/')), {
    method: 'POST',
    headers: { 'X-Session-API-Key': sessionKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      conversation_id: id,
      workspace: { working_dir: 'project' },
      agent: { kind: 'Agent', llm: { model: 'openai/test-model' }, tools: [] },
    }),
  });
  expect(response.status, await response.text()).toBe(201);
  return id;
}

const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);

/** The service has the complete history and costs of the agent. */
async function expectWhole(id: string, { ids, metrics }: Awaited<ReturnType<typeof runAndDelete>>): Promise<void> {
  await eventually('the history is whole', async () => {
    const { body } = await owner.api.get(`/api/v1/conversation/${id}/events/search`, { limit: 100 });
    const kept = idsOf(body);
    expect(kept).toEqual(expect.arrayContaining(ids));
    const view = (await owner.api.get(`/api/v1/app-conversations/${id}`)).body;
    expect(view).toMatchObject({ sandbox_status: 'MISSING', metrics });
    return true;
  });
}

it('a slow delivery completes during the deletion of the sandbox', async () => {
  const started = await startConversation(owner.api);
  await addFaults({ kind: 'delay', ...writes, function: 'receive-events', milliseconds: 400 });

  const agent = await runAndDelete(started);

  await expectWhole(started.id, agent);
  await waitUntilNothingRunsOf(started.sandboxId);
  expectProblem(await postEvents(started, [anEvent()]), 401, 'unauthenticated');
  expectProblem(await postHook(started.sessionKey, { id: started.id }), 401, 'unauthenticated');
});

it('before it stops a task, the service fetches what the agent could not deliver', async () => {
  const started = await startConversation(owner.api);
  // On a busy machine, the backfill would fetch the events before the stop does.
  for (const receiver of ['receive-events', 'receive-conversation', 'backfill-events'])
    await addFaults({ kind: 'error', ...writes, function: receiver, action: 'TransactWriteItems' });
  const unknown = await startOnAgent(started);

  await expectWhole(started.id, await runAndDelete(started));

  // The service fetches the conversations of a sandbox side by side.
  await eventually('the unknown conversation is known', async () => {
    const { body } = await owner.api.get(`/api/v1/app-conversations/${unknown}`);
    expect(body).toMatchObject({ id: unknown, sandbox_id: started.sandboxId, sandbox_status: 'MISSING' });
    return true;
  });
});

it('a deleted conversation stays deleted when its agent delivers later', async () => {
  const other = await startConversation(owner.api);
  const { id, sessionKey } = await startConversation(owner.api, { sandbox_id: other.sandboxId });
  expect((await owner.api.delete(`/api/v1/app-conversations/${id}`)).status).toBe(200);
  await addFaults({ kind: 'delay', service: 'ecs', action: 'StopTask', times: 100, milliseconds: 3_000 });
  expect((await owner.api.delete(`/api/v1/sandboxes/${other.sandboxId}`)).status).toBe(200);

  const answers = await Promise.all([
    postEvents({ id, sessionKey }, [anEvent()]),
    postHook(sessionKey, { id, updated_at: new Date().toISOString() }),
    postEvents(other, [anEvent({ kind: 'CondensationRequest' })]),
  ]);

  expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [200, '{"success":true}']));
  expectProblem(await owner.api.get(`/api/v1/app-conversations/${id}`), 404, 'not_found');
  const kept = await owner.api.get(`/api/v1/conversation/${other.id}/events/count`, {
    kind__eq: 'CondensationRequest',
  });
  expect(kept.body).toBe(1);
});

it('the service fetches events that the agent could not deliver', async () => {
  const started = await startConversation(owner.api);
  const faults = await addFaults({
    kind: 'error',
    ...writes,
    function: 'receive-events',
    action: 'TransactWriteItems',
  });

  await askAgent(started, '/events', 'Lost on the way');
  await waitForAnswer(started);

  await eventually('the webhook makes the service fetch the lost event', async () => {
    await postHook(started.sessionKey, { id: started.id, updated_at: new Date().toISOString() });
    const query = { kind__eq: 'MessageEvent' };
    const { body } = await owner.api.get(`/api/v1/conversation/${started.id}/events/search`, query);
    return JSON.stringify(body.items).includes('Lost on the way');
  });
  expect(await faults.happened(writes.times)).toBeGreaterThan(0);
});
