import { expect, it } from 'vitest';
import { dashed } from '../../../../shared/contract/shapes/ids.ts';
import { logOf } from '../../../../shared/domain/conversations/events/event.ts';
import { aMessage } from '../../../support/conversations/events/event-data.ts';
import { type Query, useConversationScene } from '../../../support/conversations/record/conversation-scene.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { aSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const { agent, deps, add, addIn, running, search } = await useConversationScene();

const titles = async (query: Query) =>
  (await search(query)).body.items.map(({ title }: { title: string }) => title).toSorted();

const paused = () => aSandbox({ desired: 'PAUSED', phase: 'PAUSED' });

it('finds conversations by their state, by the status of the sandbox and by that of the agent', async () => {
  await addIn(aSandbox(), { title: 'new' });
  await addIn(paused(), { title: 'old', execution_status: 'running' });
  await addIn(paused(), { title: 'broke', execution_status: 'error' });
  await addIn(aSandbox({ desired: 'PAUSED', phase: 'ERROR' }), { title: 'crashed' });
  await addIn(aSandbox({ desired: 'PAUSED', phase: 'PAUSED' }), { title: 'never', start_error: 'No such repository.' });
  for (const execution of ['running', 'idle', 'finished', 'waiting_for_confirmation', 'stuck'] as const)
    await addIn(running(), { title: execution, execution_status: execution });
  add({ title: 'gone' });

  const expectations: [Query, string[]][] = [
    [{ status__eq: 'starting' }, ['new']],
    [{ status__eq: 'running' }, ['running']],
    [{ status__eq: 'waiting' }, ['waiting_for_confirmation']],
    [{ status__eq: 'ready' }, ['finished', 'idle']],
    [{ status__eq: 'paused' }, ['old']],
    [{ status__eq: 'failed' }, ['broke', 'crashed', 'never', 'stuck']],
    [{ status__eq: 'missing' }, ['gone']],
    [{ sandbox_status__eq: 'PAUSED' }, ['broke', 'never', 'old']],
    [{ sandbox_status__eq: 'MISSING' }, ['gone']],
    [{ execution_status__eq: 'paused' }, ['old']],
    [{ execution_status__eq: 'error' }, ['broke', 'never']],
    [{ execution_status__eq: 'error', sandbox_status__eq: 'RUNNING' }, []],
  ];
  for (const [query, expected] of expectations) expect([query, await titles(query)]).toEqual([query, expected]);
});

it('leaves out a conversation whose agent reports another status by now', async () => {
  const one = await addIn(running(), { execution_status: 'running' });
  agent.reply = () => ({ body: [{ id: dashed(one.conversation_id), execution_status: 'finished' }] });

  expect((await search({ status__eq: 'running' })).body.items).toEqual([]);
});

it('finds conversations by repository, model and a part of the id', async () => {
  add({ title: 'one', selected_repository: 'acme/shop', llm_model: 'fast', conversation_id: `${'0'.repeat(28)}beef` });
  add({ title: 'two', selected_repository: 'acme/shops', llm_model: 'slow', conversation_id: 'My-Own-Name' });

  expect(await titles({ selected_repository__eq: 'acme/shop' })).toEqual(['one']);
  expect(await titles({ llm_model__eq: 'slow' })).toEqual(['two']);
  expect(await titles({ id__contains: 'BEEF' })).toEqual(['one']);
  expect(await titles({ id__contains: 'my-own' })).toEqual(['two']);
  expect((await search({ id__contains: 'bee' })).status).toBe(422);
});

it('finds texts in the events of the owner alone, and says how far it looked', async () => {
  const mine = add({ title: 'mine', created_at: secondsAfterNoon(2) });
  add({ title: 'empty', created_at: secondsAfterNoon(1) });
  const theirs = add({ owner_id: 'bob', title: 'theirs' });
  for (const row of [mine, theirs]) await deps().events.append(logOf(row), [aMessage('The needle is here')]);

  const { body } = await search({ text__contains: ' NEEDLE ', limit: 5 });
  const nothing = await search({ text__contains: 'needles' });

  expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['mine']);
  expect(body).toMatchObject({ next_page_id: null, searched: { events: 1, created_after: null } });
  expect(nothing.body).toMatchObject({ items: [], searched: { events: 1 } });
  expect((await search({ limit: 1 })).body).not.toHaveProperty('searched');
  expect((await search({ text__contains: 'x' })).status).toBe(422);
});

it('page ids of a search are only valid with its filters', async () => {
  for (const second of [1, 2, 3]) add({ created_at: secondsAfterNoon(second) });

  const { body } = await search({ status__eq: 'missing', limit: 2 });

  expect(body.searched.created_after).toBe(body.items[1].created_at);
  expect((await search({ status__eq: 'missing', page_id: body.next_page_id })).body.items).toHaveLength(1);
  expect((await search({ status__eq: 'paused', page_id: body.next_page_id })).status).toBe(422);
});
