import { beforeAll, describe, expect, it } from 'vitest';
import { waitForBelongings } from '../../support/service/belongings.ts';
import { askAgent, startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { withSweeps } from '../../support/service/sweeps.ts';
import { rewrite } from '../../support/service/time.ts';
import { callWorker } from '../../support/service/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';

/** In minutes. The specs of the service allow no idle time that is short enough for a test. */
const SHORT = 3 / 60;

describe.runIf(stateDirectory !== null)('the sweep', () => {
  let owner: Owner;
  let idle: string;
  let old: string;
  let busy: string;

  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const read = async (id: string) => (await owner.api.get(path(id))).body;

  beforeAll(async () => {
    owner = await newOwner();
    const starts = [startSandbox(owner.api), startSandbox(owner.api)] as const;
    const [first, second, conversation] = await Promise.all([...starts, startConversation(owner.api)]);
    [idle, old, busy] = [first.id, second.id, conversation.sandboxId];
    await askAgent(conversation, '/events', '/wait 300');
    await rewrite(state, busy, { idle_minutes: SHORT });
  });

  it('pauses a sandbox that reached its maximum idle time, and states the reason', async () => {
    const before = await read(idle);
    await rewrite(state, idle, { idle_minutes: SHORT });
    expect(Date.parse((await read(idle)).idle_at)).toBeLessThan(Date.parse(before.idle_at));

    const paused = await withSweeps(state, waitForSandbox(owner.api, idle, 'PAUSED'));

    expect(paused).toMatchObject({ pause_reason: 'idle', idle_at: null, deadline_at: null });
    expect(paused.status_detail).toMatch(/it was idle/);
    expect(paused.transitions).toContainEqual(expect.objectContaining({ state: 'STOPPING', reason: 'idle' }));
    await withSweeps(state, waitForBelongings(state, idle, [0, 0, 1]));
  });

  it('pauses a sandbox at its deadline, and states the reason', async () => {
    expect(Date.parse((await read(old)).deadline_at)).toBeGreaterThan(Date.now());

    await rewrite(state, old, { deadline_at: new Date().toISOString() });

    const paused = await withSweeps(state, waitForSandbox(owner.api, old, 'PAUSED'));
    expect(paused).toMatchObject({ pause_reason: 'timeout', deadline_at: null });
    expect(paused.status_detail).toMatch(/maximum running time/);
    const reason = 'lifetime_reached';
    expect(paused.transitions).toContainEqual(expect.objectContaining({ state: 'STOPPING', reason }));
  });

  it('does not pause a sandbox whose agent works without client calls', async () => {
    await eventually('its idle time is over', async () => Date.parse((await read(busy)).idle_at) < Date.now());

    await callWorker(state, 'sweep-sandboxes', {});

    const { status, pause_reason: reason, transitions } = await read(busy);
    expect([status, reason]).toEqual(['RUNNING', null]);
    expect(transitions.map(({ state: phase }: { state: string }) => phase)).not.toContain('STOPPING');
  });
});
