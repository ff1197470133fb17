import { forkSandbox } from '../../../functions/sandboxes/fork-sandbox.ts';
import { restoreSandbox } from '../../../functions/sandboxes/restore-sandbox.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../shared/domain/sandboxes/record/workspace-snapshot.ts';
import type { RequestName } from '../../../shared/http/operation/operation.ts';
import { aCaller, aRequest } from '../http/a-caller.ts';
import { invoke, type TestRequest } from '../http/invoke.ts';
import { keyOf } from '../platform/memory-page.ts';
import { serviceDeps } from '../service-deps.ts';
import { aRunningSandbox, aSandbox, noon } from './sandbox-data.ts';
import { aSnapshot } from './snapshot-data.ts';

export const SNAPSHOT_LIMIT = 5;

/** Sandboxes and snapshots of an owner in memory, with the endpoints that fork and restore. */
export class ForkScene {
  readonly #deps = serviceDeps(4);
  /** The snapshots whose worker was started. */
  readonly worked: string[] = [];

  get deps() {
    const work = async (_: string, id: string) => void this.worked.push(id);
    return { ...this.#deps, work, snapshotLimit: SNAPSHOT_LIMIT };
  }

  async add(sandbox: Sandbox): Promise<Sandbox> {
    await this.deps.sandboxes.save([{ previous: null, next: sandbox }]);
    return sandbox;
  }

  paused(overrides: Partial<Sandbox> = {}): Promise<Sandbox> {
    const saved = {
      snapshot_id: 'snap-own',
      saved_at: noon,
      workspace_kept: { since: noon, generation: 1, gigabytes: 20, ...nobody },
    };
    const rest = { phase: 'PAUSED', desired: 'PAUSED', key_id: 'k1', running_since: noon } as const;
    return this.add(aSandbox({ ...rest, ...saved, ...overrides }));
  }

  running(overrides: Partial<Sandbox> = {}): Promise<Sandbox> {
    return this.add(aRunningSandbox({ volume_id: 'vol-1', running_since: noon, ...overrides }));
  }

  async snapshot(overrides: Partial<WorkspaceSnapshot> = {}): Promise<WorkspaceSnapshot> {
    const next = aSnapshot(overrides);
    await this.deps.snapshots.save({ previous: null, next }, SNAPSHOT_LIMIT);
    return next;
  }

  /** A paused sandbox whose workspace has not changed since the snapshot that it begins from. */
  async unchanged(snapshot: WorkspaceSnapshot, overrides: Partial<Sandbox> = {}): Promise<Sandbox> {
    const { snapshot_id, ebs_snapshot_id } = snapshot;
    const base_snapshot = { snapshot_id, ebs_snapshot_id };
    return this.paused({ snapshot_id: null, workspace_kept: null, base_snapshot, ...overrides });
  }

  fork({ sandbox_id }: Pick<Sandbox, 'sandbox_id'>, body: object = {}, more: Partial<TestRequest> = {}) {
    return invoke(forkSandbox, this.deps, { params: { sandbox_id }, body, ...more });
  }

  restore({ sandbox_id }: Pick<Sandbox, 'sandbox_id'>, snapshot_id: string, more: Partial<TestRequest> = {}) {
    return invoke(restoreSandbox, this.deps, { params: { sandbox_id }, body: { snapshot_id }, ...more });
  }

  /** One attempt of a request with an Idempotency-Key. */
  attempt(kind: 'fork', sandbox: Sandbox, body: { readonly count: number }, once?: RequestName) {
    const base = { caller: aCaller, request: { ...aRequest, once: once ?? { name: kind, at: noon } } };
    const input = { ...base, params: { sandbox_id: sandbox.sandbox_id }, query: { on_limit: 'reject' as const }, body };
    return forkSandbox.run(input, this.deps);
  }

  attemptRestore(sandbox: Sandbox, snapshot_id: string) {
    const base = { caller: aCaller, request: { ...aRequest, once: { name: 'restore', at: noon } } };
    const input = { ...base, params: { sandbox_id: sandbox.sandbox_id }, query: undefined, body: { snapshot_id } };
    return restoreSandbox.run(input, this.deps);
  }

  rowOf(id: string): Sandbox {
    const row = this.deps.sandboxes.rows.get(keyOf('ann', id));
    if (!row) throw new Error(`no sandbox ${id}`);
    return row;
  }

  /** Whether the holds of each snapshot are the sandboxes that begin from it and the snapshots that share its data. */
  wrongHolds(): string[] {
    const rows = [...this.deps.snapshots.rows.values()];
    return rows.flatMap(({ snapshot_id: id, holds }) => {
      const sandboxes = [...this.deps.sandboxes.rows.values()].filter((row) => row.base_snapshot?.snapshot_id === id);
      const shares = rows.filter((row) => row.of_snapshot_id === id && row.state !== 'DELETED');
      const truth = sandboxes.length + shares.length;
      return truth === holds ? [] : [`${id} has ${holds} holds, not ${truth}`];
    });
  }
}

const nobody = { api_key_id: null } as const;
