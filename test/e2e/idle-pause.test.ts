import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitForBelongings } from './support/belongings.ts';
import { askAgent, startConversation, waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { startSandbox } from './support/sandboxes.ts';
import { withSweeps } from './support/sweeps.ts';
import { rewrite } from './support/time.ts';
import { callWorker } from './support/workers.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

/** How long a sandbox may idle here, in seconds: the minutes of a spec are too long for a test, and its agent must really have been idle for as long. */
const SHORT = 3;
const LONGER = 10;

describe.runIf(stateDirectory !== null)('a sandbox that runs', () => {
  let owner: Owner;
  /** Idle from the beginning, so that it is so for long enough when its test comes. */
  let waiting: string;

  beforeAll(async () => {
    owner = await newOwner();
    waiting = (await startSandbox(owner.api)).id;
  });
  afterEach(() => faults.clear());

  const path = (id: string) => `/api/v1/sandboxes/${id}`;
  const read = async (id: string) => (await owner.api.get(path(id))).body;
  const sweep = () => callWorker(state, 'sweep-sandboxes', {});
  const allowIdle = (id: string, seconds: number) => rewrite(state, id, { idle_minutes: seconds / 60 });
  /** Whether so many seconds have passed since it should have been paused if nothing else counted. */
  const isOverdue = (id: string, seconds: number) =>
    eventually('it seems idle', async () =>
      Date.parse((await read(id)).idle_at) + seconds * 1000 < Date.now() ? true : undefined,
    );
  const statesOf = ({ transitions }: { transitions: { state: string; reason: string | null }[] }) =>
    transitions.map(({ state: phase }) => phase);

  it('is paused when nobody uses it, and says why', async () => {
    const { id } = await startSandbox(owner.api);
    const before = await read(id);
    await allowIdle(id, SHORT);

    const running = await read(id);
    expect(Date.parse(running.idle_at)).toBeLessThan(Date.parse(before.idle_at));
    const paused = await withSweeps(state, waitForSandbox(owner.api, id, 'PAUSED'));

    expect(paused).toMatchObject({ pause_reason: 'idle', idle_at: null, deadline_at: null });
    expect(paused.status_detail).toMatch(/nobody used it/);
    expect(paused.transitions).toContainEqual(expect.objectContaining({ state: 'STOPPING', reason: 'idle' }));
    await withSweeps(state, waitForBelongings(state, id, [0, 0, 1]));
  });

  it('is not idle while its agent works, whether or not anybody watches', async () => {
    const conversation = await startConversation(owner.api);
    const { sandboxId: id } = conversation;
    await askAgent(conversation, '/events', '/wait 300');
    await allowIdle(id, SHORT);
    await isOverdue(id, SHORT);

    await sweep();
    await sweep();

    const busy = await read(id);
    expect(busy).toMatchObject({ status: 'RUNNING', pause_reason: null });
    expect(statesOf(busy)).not.toContain('STOPPING');
    await owner.api.delete(path(id));
    // What the sweep writes next shall be of no other sandbox.
    await withSweeps(state, waitForBelongings(state, id, [0, 0, 0]));
  });

  it('goes on when somebody wants it in the moment in which it is paused', async () => {
    // The sweep has asked the agent, and is about to write down that the sandbox is paused.
    const ofStop = { service: 'dynamodb', action: 'TransactWriteItems', function: 'sweep-sandboxes' } as const;
    // Longer, and the SDK would give the call up.
    await faults.add({ ...ofStop, kind: 'delay', milliseconds: 3_700, times: 1 });
    await allowIdle(waiting, LONGER);
    await isOverdue(waiting, 1);
    const swept = sweep();
    await faults.committed();

    expect((await owner.api.post(`${path(waiting)}/resume`)).status).toBe(200);

    await swept;
    const used = await read(waiting);
    expect(used).toMatchObject({ status: 'RUNNING', pause_reason: null });
    expect(statesOf(used)).not.toContain('STOPPING');
    expect(Date.parse(used.idle_at)).toBeGreaterThan(Date.parse(used.transitions.at(-1).time) + LONGER * 1000);
  });

  it('is paused at the end of its longest time, and says so', async () => {
    const { id } = await startSandbox(owner.api);
    const before = await read(id);
    expect(Date.parse(before.deadline_at)).toBeGreaterThan(Date.now());

    await rewrite(state, id, { deadline_at: new Date().toISOString() });

    const paused = await withSweeps(state, waitForSandbox(owner.api, id, 'PAUSED'));
    expect(paused).toMatchObject({ pause_reason: 'timeout', deadline_at: null });
    expect(paused.status_detail).toMatch(/longest time/);
    expect(paused.transitions).toContainEqual(
      expect.objectContaining({ state: 'STOPPING', reason: 'lifetime_reached' }),
    );
  });
});
