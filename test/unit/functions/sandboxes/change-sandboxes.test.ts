import { beforeEach, describe, expect, it } from 'vitest';
import { deleteSandbox } from '../../../../functions/sandboxes/delete-sandbox.ts';
import { pauseSandbox } from '../../../../functions/sandboxes/pause-sandbox.ts';
import { resumeSandbox } from '../../../../functions/sandboxes/resume-sandbox.ts';
import { rotateSessionKey } from '../../../../functions/sandboxes/rotate-session-key.ts';
import { startSandbox } from '../../../../functions/sandboxes/start-sandbox.ts';
import { updateSandbox } from '../../../../functions/sandboxes/update-sandbox.ts';
import { authenticateSandbox } from '../../../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import type { EdgeSandbox } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { nextGeneration } from '../../../../shared/domain/sandboxes/lifecycle/generation.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { workspaceExpired, workspaceLost } from '../../../../shared/presentation/sandbox-reasons.ts';
import { memoryBudgets } from '../../../support/billing/memory-usage.ts';
import { invoke, type TestRequest } from '../../../support/http/invoke.ts';
import { secondsAfterNoon } from '../../../support/http/walk.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { aLaunch } from '../../../support/sandboxes/lifecycle-data.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { noWarmTasks } from '../../../support/sandboxes/memory-stores.ts';
import { noOwnSpecs } from '../../../support/sandboxes/no-own-specs.ts';
import { aRunningSandbox, aSpec, someSpecs, stageOf } from '../../../support/sandboxes/sandbox-data.ts';

const clock = new SettableClock('2026-11-21T13:00:00.000Z');
const keys = someKeys();
let sandboxes: MemorySandboxStore;
let left: Pick<EdgeSandbox, 'address_id' | 'generation'>[];
beforeEach(() => {
  sandboxes = new MemorySandboxStore();
  left = [];
});

function deps(sandboxLimit = 2) {
  const specs = someSpecs(aSpec(), aSpec({ id: 'other' }));
  return {
    sandboxes,
    snapshots: sandboxes.snapshots,
    edge: { leave: async (sandbox: (typeof left)[number]) => void left.push(sandbox) },
    specs,
    ownSpecs: noOwnSpecs,
    warmTasks: noWarmTasks,
    stageLimits: stageOf(sandboxLimit),
    now: clock.now,
    budgets: memoryBudgets(sandboxes, clock.now),
  };
}

async function add(overrides: Partial<Sandbox> = {}): Promise<Sandbox> {
  const sandbox = aRunningSandbox(overrides);
  await sandboxes.save([{ previous: null, next: sandbox }]);
  return sandbox;
}

const of = ({ sandbox_id }: Sandbox) => ({ params: { sandbox_id } });
const desiredOf = async ({ owner_id, sandbox_id }: Sandbox) => (await sandboxes.find(owner_id, sandbox_id))?.desired;

describe('PATCH /api/v1/sandboxes/{sandbox_id}', () => {
  const update = (sandbox: Sandbox, request: TestRequest) =>
    invoke(updateSandbox, { ...deps(), keys: someKeys() }, { ...of(sandbox), ...request });

  it('changes the policies that the request names', async () => {
    const sandbox = await add({ wake: { VSCODE: 'never' } });

    const { status, body } = await update(sandbox, { body: { wake: { AGENT_SERVER: 'link' } } });

    expect([status, body.id]).toEqual([200, sandbox.sandbox_id]);
    expect(body.wake).toEqual({ AGENT_SERVER: 'link', VSCODE: 'never' });
    expect((await sandboxes.find('ann', sandbox.sandbox_id))?.wake).toEqual({ AGENT_SERVER: 'link', VSCODE: 'never' });
  });

  it('refuses another policy, and finds no deleted sandbox and none of another owner', async () => {
    const sandbox = await add();
    const deleted = await add({ desired: 'DELETED' });

    expect((await update(sandbox, { body: { wake: { AGENT_SERVER: 'always' } } })).status).toBe(422);
    expect((await update(deleted, { body: {} })).status).toBe(404);
    expect((await update(sandbox, { body: {}, caller: { ownerId: 'eve' } })).status).toBe(404);
  });

  it.each([
    ['X', 'Unknown field. Remove it.'],
    ['WORKER_1', 'The spec of this sandbox has no such port. Its ports are: AGENT_SERVER, VSCODE.'],
  ])('refuses a policy for the port %s, which its spec does not have, and names it', async (port, msg) => {
    const sandbox = await add();
    const body = { wake: { AGENT_SERVER: 'link', [port]: 'key' } };

    for (const refused of [await update(sandbox, { body }), await invoke(startSandbox, deps(), { body })])
      expect([refused.status, refused.body.errors]).toMatchObject([422, [{ loc: ['body', 'wake', port], msg }]]);
    expect([...sandboxes.rows.values()].map(({ wake }) => wake)).toEqual([{}]);
  });
});

describe('POST /api/v1/sandboxes', () => {
  it('records that a sandbox of the default spec should run', async () => {
    const { status, body } = await invoke(startSandbox, deps());

    expect(status).toBe(200);
    expect(body).toMatchObject({ sandbox_spec_id: 'reference', status: 'STARTING', session_api_key: null });
    expect(await sandboxes.find('ann', body.id)).toMatchObject({
      desired: 'RUNNING',
      phase: 'PENDING',
      generation: 1,
      created_at: '2026-11-21T13:00:00.000Z',
    });
  });

  it('uses the named spec, and refuses an unknown one', async () => {
    const named = await invoke(startSandbox, deps(), { query: { sandbox_spec_id: 'other' } });
    const unknown = await invoke(startSandbox, deps(), { query: { sandbox_spec_id: 'nothing' } });

    expect(named.body.sandbox_spec_id).toBe('other');
    expect([unknown.status, unknown.body.detail]).toEqual([404, "sandbox spec 'nothing' not found"]);
  });

  it('records which requests may wake the sandbox', async () => {
    const { body } = await invoke(startSandbox, deps(), { body: { wake: { AGENT_SERVER: 'never' } } });

    expect(body.wake).toEqual({ AGENT_SERVER: 'never', VSCODE: 'key' });
    expect((await sandboxes.find('ann', body.id))?.wake).toEqual({ AGENT_SERVER: 'never' });
  });

  it('refuses a start over the limit and names the running sandboxes', async () => {
    const running = [await add(), await add()];
    await add({ desired: 'PAUSED', phase: 'PAUSED' });

    const { status, body } = await invoke(startSandbox, deps(2));

    expect([status, body.code]).toEqual([429, 'concurrency_limit_exceeded']);
    expect(body.running_sandbox_ids).toEqual(running.map(({ sandbox_id: id }) => id));
    expect(sandboxes.rows.size).toBe(3);
  });

  it('pauses the oldest sandbox only when the request asks for it', async () => {
    const young = await add({ created_at: secondsAfterNoon(9) });
    const old = await add({ created_at: secondsAfterNoon(1) });

    const { status } = await invoke(startSandbox, deps(2), { query: { on_limit: 'pause_oldest' } });

    expect([status, await desiredOf(old), await desiredOf(young)]).toEqual([200, 'PAUSED', 'RUNNING']);
    expect(await sandboxes.find('ann', old.sandbox_id)).toMatchObject({
      pause_reason: 'limit',
      status_reason: { code: 'paused_for_another' },
    });
  });
});

describe('POST …/pause', () => {
  it('records the intent; a second request changes nothing', async () => {
    const sandbox = await add();

    const first = await invoke(pauseSandbox, deps(), of(sandbox));
    const second = await invoke(pauseSandbox, deps(), of(sandbox));

    expect([first.body, second.body]).toEqual([{ success: true }, { success: true }]);
    expect(await sandboxes.find('ann', sandbox.sandbox_id)).toMatchObject({ desired: 'PAUSED', version: 2 });
    expect(sandboxes.active.get('ann')).toBe(0);
  });
});

describe('POST …/resume', () => {
  it('has no effect, once, for Agent Canvas that has just paused the sandbox, as it can be an effect of its page', async () => {
    const sandbox = await add();
    // As Agent Canvas 1.20.0 sends it in a browser.
    const page = { ...of(sandbox), headers: { Origin: 'https://app.example.com', 'X-Org-Id': 'ann' } };
    const resumed = async (request: TestRequest) => {
      await invoke(pauseSandbox, deps(), of(sandbox));
      clock.advance(1);
      expect((await invoke(resumeSandbox, deps(), request)).body).toEqual({ success: true });
      return desiredOf(sandbox);
    };

    expect(await resumed(page)).toBe('PAUSED');
    // The second one is its user's.
    expect((await invoke(resumeSandbox, deps(), page)).status).toBe(200);
    expect(await desiredOf(sandbox)).toBe('RUNNING');
    await invoke(pauseSandbox, deps(), of(sandbox));
    clock.advance(4);
    expect(await resumed(page)).toBe('RUNNING');
    // A program, one with an organization, other pages, another key, and a request that says that it is meant.
    expect(await resumed(of(sandbox))).toBe('RUNNING');
    expect(await resumed({ ...of(sandbox), headers: { 'X-Org-Id': 'ann' } })).toBe('RUNNING');
    expect(await resumed({ ...of(sandbox), headers: { Origin: 'https://app.example.com' } })).toBe('RUNNING');
    expect(await resumed({ ...page, headers: { ...page.headers, 'X-OpenHands-Client': 'other' } })).toBe('RUNNING');
    expect(await resumed({ ...page, caller: { keyId: 'other' } })).toBe('RUNNING');
    expect(await resumed({ ...page, headers: { ...page.headers, 'Idempotency-Key': 'one' } })).toBe('RUNNING');
  });

  it.each(['PAUSED', 'ERROR', 'STOPPING'] as const)('makes a sandbox in %s run again', async (phase) => {
    const sandbox = await add({ desired: 'PAUSED', phase });

    const { body } = await invoke(resumeSandbox, deps(), of(sandbox));

    expect([body, await desiredOf(sandbox)]).toEqual([{ success: true }, 'RUNNING']);
    expect(sandboxes.active.get('ann')).toBe(1);
  });

  it.each(['RUNNING', 'BOOTING'] as const)('of one in %s only renews its last use', async (phase) => {
    const sandbox = await add({ phase });

    const { body } = await invoke(resumeSandbox, deps(1), of(sandbox));

    expect(body).toEqual({ success: true });
    const at = clock.now().toISOString();
    expect(await sandboxes.find('ann', sandbox.sandbox_id)).toEqual({
      ...sandbox,
      version: 2,
      last_activity_at: at,
      last_used_at: at,
      updated_at: at,
    });
  });

  it.each([
    ['expired', { phase: 'EXPIRED', status_reason: workspaceExpired(7) }, 'the sandbox was not resumed for 7 days'],
    [
      'expired without a recorded reason',
      { phase: 'EXPIRED', retention_days: 30 },
      'the sandbox was not resumed for 30 days',
    ],
    ['is lost', { phase: 'ERROR', status_reason: workspaceLost }, 'no longer exists'],
  ] as const)('returns 410 with the reason and the remedy when the workspace %s', async (_, overrides, what) => {
    const sandbox = await add({ desired: 'PAUSED', ...overrides });

    const { status, body } = await invoke(resumeSandbox, deps(), of(sandbox));

    expect([status, body.code]).toEqual([410, 'gone']);
    expect(body.detail).toMatch(new RegExp(`^Sandbox ${sandbox.sandbox_id} cannot .*${what}.*Start a new sandbox`));
    expect(await sandboxes.find('ann', sandbox.sandbox_id)).toEqual(sandbox);
  });

  it('refuses to exceed the limit, or pauses a sandbox when the request asks for it', async () => {
    const [running, paused] = [await add(), await add({ desired: 'PAUSED', phase: 'PAUSED' })];

    const refused = await invoke(resumeSandbox, deps(1), of(paused));
    expect([refused.status, refused.body.running_sandbox_ids]).toEqual([429, [running.sandbox_id]]);
    expect(await desiredOf(paused)).toBe('PAUSED');

    const { status } = await invoke(resumeSandbox, deps(1), { ...of(paused), query: { on_limit: 'pause_oldest' } });
    expect([status, await desiredOf(running), await desiredOf(paused)]).toEqual([200, 'PAUSED', 'RUNNING']);
  });
});

describe('DELETE /api/v1/sandboxes/{sandbox_id}', () => {
  it('hides the sandbox from its owner immediately, and returns 404 afterward', async () => {
    const sandbox = await add();

    const first = await invoke(deleteSandbox, deps(), of(sandbox));
    const second = await invoke(deleteSandbox, deps(), of(sandbox));

    expect([first.body, second.status]).toEqual([{ success: true }, 404]);
    expect(await desiredOf(sandbox)).toBe('DELETED');
    expect(sandboxes.active.get('ann')).toBe(0);
  });
});

describe('POST /api/v1/sandboxes/{sandbox_id}/rotate-session-key', () => {
  const read = ({ owner_id, sandbox_id }: Sandbox) => sandboxes.find(owner_id, sandbox_id);
  const rotate = async (sandbox: Sandbox) => {
    expect((await invoke(rotateSessionKey, deps(), of(sandbox))).body).toEqual({ success: true });
    const row = await read(sandbox);
    if (!row) throw new Error('the sandbox is gone');
    return row;
  };

  it('makes the old key invalid at once, and starts a running sandbox again with another', async () => {
    const sandbox = await add();
    const old = await keys.sessionKey(sandbox);
    expect(await authenticateSandbox(old, { sandboxes })).toBeDefined();

    const row = await rotate(sandbox);

    expect(await authenticateSandbox(old, { sandboxes })).toBeUndefined();
    expect(row).toMatchObject({ desired: 'RUNNING', generation: 1, wanted_generation: 2, edge_key_hash: null });
    // Until its task ends, the service stops the agent with the key that it has.
    expect(await keys.sessionKey(row)).toBe(old);
    const next = nextGeneration(row, clock.now(), null);
    expect(next).toMatchObject({ session_revision: 2, session_rotates: false, session_key_hash: null });
    expect(await keys.sessionKey(next)).not.toBe(old);
    expect(next.address_id).toBe(sandbox.address_id);
    expect(sandboxes.active.get('ann')).toBe(1);
  });

  it.each(['PENDING', 'PROVISIONING', 'BOOTING', 'RUNNING', 'STOPPING'] as const)(
    'closes its addresses while it is %s, after the row is written: the edge does not check the key at the agent',
    async (phase) => {
      const row = await rotate(await add({ phase, launch: aLaunch(), edge_key_hash: 'the hash of the old key' }));

      expect(left).toEqual([row]);
    },
  );

  it('closes the addresses of a sandbox whose task still runs after a pause', async () => {
    const row = await rotate(await add({ desired: 'PAUSED' }));

    expect([row.wanted_generation, left]).toEqual([1, [row]]);
  });

  it('leaves a paused sandbox paused, which gets the new key at its next resume', async () => {
    const sandbox = await add({ desired: 'PAUSED', phase: 'PAUSED', snapshot_id: 'snap-1', exposed_urls: null });

    const row = await rotate(sandbox);

    expect(row).toMatchObject({ desired: 'PAUSED', session_rotates: true, session_key_hash: null });
    expect(left).toEqual([]);
    expect(nextGeneration(row, clock.now(), null)).toMatchObject({ session_revision: 2 });
  });

  it('gives a start that has not begun the new key without a further start', async () => {
    const { body } = await invoke(startSandbox, deps());

    const row = await rotate({ owner_id: 'ann', sandbox_id: body.id } as Sandbox);

    expect(row).toMatchObject({ generation: 1, wanted_generation: 1, session_revision: 2, session_rotates: false });
  });

  it('gives the new key to a start that was paused before it began, and then resumed', async () => {
    const sandbox = await add({ phase: 'PENDING', generation: 3, wanted_generation: 3, launch: null });
    const old = await keys.sessionKey(sandbox);
    await invoke(pauseSandbox, deps(), of(sandbox));
    await rotate(sandbox);
    clock.advance(6);
    await invoke(resumeSandbox, deps(), of(sandbox));

    const row = await read(sandbox);
    expect(row).toMatchObject({ generation: 3, wanted_generation: 3, session_revision: 2, session_rotates: false });
    expect(row && (await keys.sessionKey(row))).not.toBe(old);
  });

  it('starts the sandbox once for two rotations in a row', async () => {
    const sandbox = await add();

    const { wanted_generation } = await rotate(sandbox);

    expect(await rotate(sandbox)).toMatchObject({ wanted_generation, session_rotates: true });
  });

  it('does not find a sandbox of another owner', async () => {
    const { status } = await invoke(rotateSessionKey, deps(), of(await add({ owner_id: 'bob' })));

    expect(status).toBe(404);
  });
});

describe.each([
  ['pause', (request: TestRequest) => invoke(pauseSandbox, deps(), request)],
  ['resume', (request: TestRequest) => invoke(resumeSandbox, deps(), request)],
  ['rotate', (request: TestRequest) => invoke(rotateSessionKey, deps(), request)],
  ['delete', (request: TestRequest) => invoke(deleteSandbox, deps(), request)],
] as const)('concurrent writers during %s', (verb, call) => {
  const nobodyWins = () => {
    sandboxes.save = async () => {
      throw new VersionConflictError('sandbox', 'x');
    };
  };

  it('decides again when another writer changed the row concurrently', async () => {
    const sandbox = await add({ desired: verb === 'resume' ? 'PAUSED' : 'RUNNING' });
    const { save } = sandboxes;
    let races = 0;
    sandboxes.save = async (changes, limit) => {
      races += 1;
      if (races < 3) throw new VersionConflictError('sandbox', sandbox.sandbox_id);
      await save.call(sandboxes, changes, limit);
    };

    expect((await call(of(sandbox))).status).toBe(200);
  });

  it('returns 409 when it loses every race', async () => {
    const sandbox = await add({ desired: verb === 'resume' ? 'PAUSED' : 'RUNNING' });
    nobodyWins();

    const { status, body } = await call(of(sandbox));

    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});

it('concurrent starts and resumes are admitted up to the exact limit', async () => {
  const paused = [await add({ desired: 'PAUSED' }), await add({ desired: 'PAUSED' }), await add({ desired: 'PAUSED' })];

  const answers = await Promise.all([
    ...paused.map((sandbox) => invoke(resumeSandbox, deps(3), of(sandbox))),
    ...[1, 2, 3].map(() => invoke(startSandbox, deps(3))),
  ]);

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
  expect((await sandboxes.listCounted('ann')).length).toBe(3);
});

it('each of several concurrent starts with pause_oldest pauses one sandbox', async () => {
  const old = [await add({ created_at: secondsAfterNoon(1) }), await add({ created_at: secondsAfterNoon(2) })];
  const query = { on_limit: 'pause_oldest' };

  const answers = await Promise.all([1, 2].map(() => invoke(startSandbox, deps(2), { query })));

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await Promise.all(old.map(desiredOf))).toEqual(['PAUSED', 'PAUSED']);
  expect(sandboxes.active.get('ann')).toBe(2);
});
