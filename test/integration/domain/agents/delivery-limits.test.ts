import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { receiveEvents } from '../../../../functions/agents/receive-events.ts';
import { backfillConversation } from '../../../../shared/domain/agents/webhooks/backfill.ts';
import { DynamoDeliveryLimits } from '../../../../shared/domain/agents/webhooks/delivery-limits.ts';
import { receiveHook } from '../../../../shared/domain/agents/webhooks/receive-hook.ts';
import { logOf } from '../../../../shared/domain/conversations/events/event.ts';
import { serve } from '../../../../shared/http/serve/serve.ts';
import { someEvents } from '../../../support/conversations/events/event-data.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { aContext, anEvent } from '../../../support/http/proxy-event.ts';
import { anOwner } from '../../../support/http/walk.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { aRunningSandbox, aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';
import { serviceDeps } from '../../../support/service-deps.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
vi.stubEnv('ALLOWED_ORIGINS', '*');
afterAll(() => void vi.unstubAllEnvs());
const few = { megabytes: 1, events: 10, conversations: 3 };
const many = { megabytes: 1_000, events: 1_000, conversations: 1_000 };
const clock = new SettableClock('2026-11-21T15:03:00.000Z');

/** The limits as another instance of a function sees them. */
const anInstance = (sandbox = few, owner = many) =>
  new DynamoDeliveryLimits(tables.documents, tables, { sandbox, owner }, clock.now);
const aSandbox = (owner_id = anOwner()) => ({ owner_id, sandbox_id: aSandboxId() });
const refused = (unit: string, seconds = 420) => ({
  code: 'rate_limited',
  extensions: { retry_after_seconds: seconds, 'violated-policies': [unit] },
});

describe('limits of what a sandbox delivers', () => {
  it.each([
    ['sandbox-delivered-bytes', { bytes: 300_000, events: 1 }, 4],
    ['sandbox-delivered-events', { bytes: 10, events: 4 }, 3],
    ['sandbox-delivered-conversations', { conversations: 1 }, 3],
  ])('%s are shared by all instances, and end with their window', async (name, delivery, most) => {
    const sandbox = aSandbox();
    for (let count = 0; count < most; count += 1) await anInstance().count(sandbox, delivery);

    const limits = anInstance();
    await expect(limits.count(sandbox, delivery)).rejects.toMatchObject(refused(name));
    await anInstance().count(aSandbox(sandbox.owner_id), delivery);
    clock.advance(420);
    await limits.count(sandbox, delivery);
    clock.advance(180);
  });

  it('of an owner include all its sandboxes, and no others', async () => {
    const owner = anOwner();
    const all = Array.from({ length: 12 }, () => anInstance(many, few).count(aSandbox(owner), { events: 1 }));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expect(anInstance(many, few).count(aSandbox(owner), { events: 1 })).rejects.toMatchObject(
      refused('owner-delivered-events'),
    );
    await anInstance(many, few).count(aSandbox(), { events: 1 });
  });

  it('leave their part to the other sandboxes of an owner, however many instances a sandbox floods', async () => {
    const sandbox = aSandbox();
    const flood = () => anInstance(few, { ...many, events: 20 }).count(sandbox, { events: 5 });
    for (let count = 0; count < 8; count += 1) await flood().catch(() => undefined);
    await anInstance(few, { ...many, events: 20 }).count(aSandbox(sandbox.owner_id), { events: 5 });
  });

  it('refuse conversations without refusing events of others', async () => {
    const [limits, sandbox] = [anInstance(), aSandbox()];
    for (let count = 0; count < 3; count += 1) await limits.count(sandbox, { conversations: 1 });
    await expect(limits.count(sandbox, { conversations: 1 })).rejects.toThrow('3 conversations in ten minutes');
    await limits.count(sandbox, { events: 1 });
  });
});

/** A sandbox with a conversation, whose deliveries are limited. */
async function scene() {
  const stores = serviceDeps();
  const sandbox = aRunningSandbox({ owner_id: anOwner() });
  await stores.sandboxes.save([{ previous: null, next: sandbox }]);
  const { owner_id, sandbox_id, created_at: sandbox_created_at } = sandbox;
  const conversation = aConversation({ owner_id, sandbox_id, sandbox_created_at });
  stores.conversations.put(conversation);
  const ordered: (string | null)[] = [];
  const hastenMessages = async () => undefined;
  const uses = { note: async () => undefined };
  const backfill = async (_: string, _sandboxId: string, id: string | null) => void ordered.push(id);
  return {
    stores,
    sandbox,
    conversation,
    ordered,
    deps: { ...stores, deliveries: anInstance(), backfill, hastenMessages, uses },
  };
}

describe('a sandbox that delivers without end', () => {
  it('gets a 429 with Retry-After, and after that one without a read of its body', async () => {
    const { sandbox, conversation, deps, stores, ordered } = await scene();
    const handler = serve(receiveEvents, () => deps);
    const key = await stores.keys.deliveryKey(sandbox);
    const post = (rawBody: string) => {
      const params = { conversation_id: conversation.conversation_id };
      return handler(
        anEvent(receiveEvents.endpoint, { params, headers: { 'X-Delivery-Key': key }, rawBody }),
        aContext('receive-events'),
      );
    };
    const events = someEvents(30);
    const statuses = [];
    for (let batch = 0; batch < 6; batch += 1) {
      const { statusCode } = await post(JSON.stringify(events.slice(batch * 5, batch * 5 + 5)));
      statuses.push(statusCode);
    }

    expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
    const answer = await post('this is not JSON');
    expect([answer.statusCode, answer.headers?.['Retry-After']]).toEqual([429, '420']);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'rate_limited',
      detail: 'This sandbox can deliver 10 events in ten minutes. Try again in 420 seconds.',
      'violated-policies': ['sandbox-delivered-events'],
    });
    const { inAgentLog } = await stores.events.tally(logOf(conversation));
    expect(inAgentLog).toBe(10);
    // What the agent drops meanwhile is fetched later.
    expect(ordered).toEqual([null]);
  });

  it('adds few conversations', async () => {
    const { sandbox, deps, ordered } = await scene();
    const hook = () => receiveHook(sandbox, { id: randomUUID().replaceAll('-', '') }, deps);
    for (let count = 0; count < 3; count += 1) await hook();
    ordered.length = 0;
    await expect(hook()).rejects.toMatchObject(refused('sandbox-delivered-conversations'));
    // Each refusal kept a worker busy before, which asked the agent for titles and found no new conversation.
    expect(ordered).toEqual([]);
  });

  it('adds as many after any number of reports of a deleted one', async () => {
    const { sandbox, conversation, deps, stores } = await scene();
    await stores.deletions.write({ conversation, parent: null, sandboxChange: null });
    for (let count = 0; count < 5; count += 1) await receiveHook(sandbox, { id: conversation.conversation_id }, deps);

    await receiveHook(sandbox, { id: randomUUID().replaceAll('-', '') }, deps);
  });

  it('is not asked for more, and what it keeps is fetched after the window', async () => {
    const { conversation, deps, stores } = await scene();
    const events = someEvents(25);
    const histories = {
      conversations: async () => [],
      count: async () => events.length,
      page: async (_: unknown, _id: string, after: string | null) => {
        const start = Number(after ?? 0);
        return { events: events.toReversed().slice(start, start + 5), next: start + 5 < 25 ? `${start + 5}` : null };
      },
    };
    const titles = { conversation: async () => undefined, ask: async () => undefined, rename: async () => false };
    const fetch = () =>
      backfillConversation(
        conversation.owner_id,
        conversation.conversation_id,
        { holder: 'worker', timeLeft: () => 120_000, pageTime: 20_000 },
        { ...deps, histories, titles, leases: stores.events, pause: async () => undefined },
      );
    await expect(fetch()).rejects.toMatchObject(refused('sandbox-delivered-events'));
    clock.advance(600);
    await expect(fetch()).rejects.toMatchObject({ code: 'rate_limited' });
    clock.advance(600);
    await fetch();

    expect((await stores.events.tally(logOf(conversation))).inAgentLog).toBe(25);
  });
});
