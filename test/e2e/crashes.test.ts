import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { belongingsOf, foundInWorkspace, leaveInWorkspace, waitForBelongings } from './support/belongings.ts';
import { withSweeps } from './support/control.ts';
import { waitForSandbox } from './support/conversations.ts';
import { eventually } from './support/eventually.ts';
import { type Fault, Faults } from './support/faults.ts';
import { newOwner, type Owner, service } from './support/owners.ts';

const { stateDirectory } = service();
const state = stateDirectory ?? '';
const faults = new Faults(state);

/** What was lost with a process is missed after some seconds of silence, and only then looked for. */
const PATIENCE = 150_000;

const SANDBOXES = 6;

type Call = readonly [service: 'dynamodb' | 'ec2' | 'ecs' | 'lambda' | 'secretsmanager', action: string];

/** What reconcilers ask of AWS in the life of a sandbox: the one that hears of changes, the one that waits and the one that sweeps. */
const starting: readonly Call[] = [
  ['dynamodb', 'GetItem'],
  ['dynamodb', 'UpdateItem'],
  ['dynamodb', 'TransactWriteItems'],
  ['ecs', 'RunTask'],
  ['lambda', 'Invoke'],
];
const pausing: readonly Call[] = [
  ['dynamodb', 'GetItem'],
  ['dynamodb', 'TransactWriteItems'],
  ['lambda', 'Invoke'],
  ['ec2', 'DescribeSnapshots'],
  ['ec2', 'CreateSnapshot'],
  ['ec2', 'DeleteVolume'],
];
const deleting: readonly Call[] = [
  ['dynamodb', 'GetItem'],
  ['dynamodb', 'TransactWriteItems'],
  ['ecs', 'StopTask'],
  ['ec2', 'DeleteVolume'],
  ['ec2', 'DeleteSnapshot'],
];

function crashesAt(calls: readonly Call[]): readonly Fault[] {
  return calls.flatMap(([called, action]) =>
    (['before', 'after'] as const).map((when) => ({
      service: called,
      action,
      kind: 'crash' as const,
      when,
      times: 1,
      // Endpoints write to the tables too. The other services are called by reconcilers alone.
      ...(called === 'dynamodb' && { function: 'reconcile-sandbox' }),
    })),
  );
}

describe.runIf(stateDirectory !== null)(
  'sandboxes whose reconcilers are killed before and after each of their calls',
  () => {
    const contents = new Map<string, string>();
    let owner: Owner;
    let ids: readonly string[];

    beforeAll(async () => {
      owner = await newOwner();
    });
    afterEach(() => faults.clear());

    const all = <T>(work: (id: string) => Promise<T>) => Promise.all(ids.map(work));
    const path = (id: string) => `/api/v1/sandboxes/${id}`;

    async function under(calls: readonly Call[], work: () => Promise<unknown>): Promise<void> {
      for (const fault of crashesAt(calls)) await faults.add(fault);
      await withSweeps(state, work());
      await faults.committed();
    }

    it('start, each with one task', { timeout: PATIENCE }, async () => {
      await under(starting, async () => {
        const started = Array.from({ length: SANDBOXES }, () => owner.api.post('/api/v1/sandboxes'));
        ids = (await Promise.all(started)).map(({ body }) => body.id);
        await all((id) => waitForSandbox(owner.api, id, 'RUNNING', PATIENCE));
      });

      for (const id of ids) expect((await belongingsOf(state, id)).tasks).toHaveLength(1);
      await all(async (id) => contents.set(id, await leaveInWorkspace(state, id)));
    });

    it('pause, each with one snapshot', { timeout: PATIENCE }, async () => {
      await under(pausing, async () => {
        await all((id) => owner.api.post(`${path(id)}/pause`));
        await all((id) =>
          eventually(
            `${id} is saved`,
            async () => ((await owner.api.get(path(id))).body.expires_at === null ? undefined : true),
            PATIENCE,
          ),
        );
      });

      await withSweeps(
        state,
        all((id) => waitForBelongings(state, id, [0, 0, 1], PATIENCE)),
      );
    });

    it('resume with their workspaces', async () => {
      await all((id) => owner.api.post(`${path(id)}/resume`));
      await all((id) => waitForSandbox(owner.api, id, 'RUNNING'));

      await all(async (id) => expect(await foundInWorkspace(state, id)).toBe(contents.get(id)));
      await withSweeps(
        state,
        all((id) => waitForBelongings(state, id, [1, 1, 1])),
      );
    });

    it('go without a trace', { timeout: PATIENCE }, async () => {
      await under(deleting, async () => {
        await all((id) => owner.api.delete(path(id)));
        await all((id) => waitForBelongings(state, id, [0, 0, 0], PATIENCE));
      });
    });
  },
);
