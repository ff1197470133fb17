import { isDeepStrictEqual } from 'node:util';
import type { Addresses, Ingress, RenewedAddresses } from '../sandboxes/ingress/ingress.ts';
import type { ReconcileDeps } from '../sandboxes/reconcile/perform.ts';
import { reconcile } from '../sandboxes/reconcile/reconcile.ts';
import { startSnapshotOf } from '../sandboxes/record/base-snapshot.ts';
import { hasLostWorkspace, isWanted } from '../sandboxes/record/conditions.ts';
import { changed, type Sandbox } from '../sandboxes/record/sandbox.ts';
import type { AgentHealth, Observation } from '../sandboxes/record/step.ts';
import type { Task } from '../sandboxes/record/task.ts';
import { saveIfUnchanged } from '../sandboxes/store/sandbox-store.ts';
import type { SweepRun } from './sweep-run.ts';

/** What one read returns for many sandboxes: their tasks and addresses. */
export interface SharedReads {
  /** By ARN. `absent`: unknown to ECS. A missing ARN was not requested. */
  readonly tasks: ReadonlyMap<string, Task | 'absent'>;
  /** Undefined when the ingress could not be read: sandboxes keep their URLs. */
  readonly renewed: RenewedAddresses | undefined;
}

/** Reads tasks and addresses for many sandboxes at once. If that fails, their agents and times are still checked. */
export async function readShared(
  sandboxes: readonly Sandbox[],
  run: SweepRun,
  deps: Pick<ReconcileDeps, 'tasks'> & { readonly ingress: Pick<Ingress, 'renewal'> },
): Promise<SharedReads> {
  const tasks = await run.forAll(() => tasksOf(sandboxes, deps));
  const renewed = await run.forAll(() => deps.ingress.renewal());
  return { tasks: tasks ?? new Map(), renewed };
}

/** Reads the tasks of these sandboxes from ECS in batches, without tasks that are recorded as ended. */
async function tasksOf(
  sandboxes: readonly Pick<Sandbox, 'task_arn' | 'task_ended_at'>[],
  { tasks }: Pick<ReconcileDeps, 'tasks'>,
): Promise<ReadonlyMap<string, Task | 'absent'>> {
  const alive = sandboxes.filter(({ task_ended_at: endedAt }) => endedAt === null);
  const arns = [...new Set(alive.flatMap(({ task_arn: arn }) => (arn === null ? [] : [arn])))];
  if (arns.length === 0) return new Map();
  const found = new Map((await tasks.describeMany(arns)).map(({ task }) => [task.arn, task]));
  return new Map(arns.map((arn) => [arn, found.get(arn) ?? 'absent']));
}

export function nameOfSandbox({ owner_id: ownerId, sandbox_id: id }: Pick<Sandbox, 'owner_id' | 'sandbox_id'>): string {
  return `sandbox ${ownerId}/${id}`;
}

/**
 * Checks one sandbox and reconciles it if a step is due. The list can be older than the row, but without a step the row
 * is not read again: a recent change has its own event, and the next sweep.
 */
export async function checkSandbox(
  sandbox: Sandbox,
  shared: SharedReads,
  run: SweepRun,
  deps: ReconcileDeps,
): Promise<void> {
  const current = shared.renewed ? await withCurrentAccess(sandbox, shared.renewed, run, deps) : sandbox;
  if (!current) return;
  const seen = await observe(current, shared, deps);
  if (seen.agent?.kind === 'hidden') run.found('hidden');
  if (deps.nextStep(current, seen, deps.now()).kind === 'none') return;
  const { steps, again } = await reconcile(sandbox.owner_id, sandbox.sandbox_id, seen, deps, run.partEnd);
  if (steps > 0) run.found('row');
  if (steps > 0 && again) run.wakeLater(sandbox, again);
}

async function observe(sandbox: Sandbox, { tasks }: SharedReads, deps: ReconcileDeps): Promise<Observation> {
  const id = sandbox.saving_snapshot_id ?? (hasLostWorkspace(sandbox) ? startSnapshotOf(sandbox) : null);
  const task = sandbox.task_arn === null ? undefined : tasks.get(sandbox.task_arn);
  const agent = await agentOf(sandbox, deps);
  const snapshot = id === null ? undefined : { id, found: await deps.disks.snapshot(id) };
  return { ...(task ? { task } : {}), ...(agent ? { agent } : {}), ...(snapshot ? { snapshot } : {}) };
}

async function agentOf(sandbox: Sandbox, deps: ReconcileDeps): Promise<AgentHealth | undefined> {
  const url = sandbox.phase === 'RUNNING' ? sandbox.agent_url : null;
  return url === null ? undefined : deps.agents.health(url, await deps.keys.sessionKey(sandbox));
}

/** The list can be older than the row, so the first try can lose without a competing writer. */
const TRIES = 2;

/**
 * Updates the URLs of a running sandbox before its agent is called. An agent does not respond at an address whose key
 * has expired, and would count as dead. Rows of earlier versions get the hash of their session key.
 *
 * @returns the row with its current URLs; undefined when other writers keep changing the row or it is gone, so that its
 * agent is not judged in this run
 */
async function withCurrentAccess(
  sandbox: Sandbox,
  renewed: RenewedAddresses,
  run: SweepRun,
  deps: Pick<ReconcileDeps, 'sandboxes' | 'keys' | 'now'>,
): Promise<Sandbox | undefined> {
  let row: Sandbox | undefined = sandbox;
  for (let tries = 0; row && tries < TRIES; tries += 1) {
    if (row.phase !== 'RUNNING') return row;
    const addresses = renewed(row);
    const hashes = hasHashes(row) ? {} : await deps.keys.hashes(row);
    if (hasHashes(row) && hasAddresses(row, addresses)) return row;
    const { agentUrl: agent_url, exposedUrls, publicAddress: public_address } = addresses;
    const change = { exposed_urls: [...exposedUrls], agent_url, public_address, ...hashes };
    const next = changed(row, deps.now(), change);
    if (await saveIfUnchanged(deps.sandboxes, row, next)) {
      run.found('address');
      return next;
    }
    row = await deps.sandboxes.find(row.owner_id, row.sandbox_id);
  }
  return undefined;
}

/** A sandbox whose session key is being replaced has none. */
function hasHashes(row: Sandbox): boolean {
  return (row.session_key_hash !== null && row.edge_key_hash !== null) || !isWanted(row);
}

function hasAddresses(row: Sandbox, { agentUrl, exposedUrls, publicAddress }: Addresses): boolean {
  const { agent_url, exposed_urls, public_address } = row;
  const isSame = agent_url === agentUrl && public_address === publicAddress;
  return isSame && isDeepStrictEqual([...exposedUrls], exposed_urls ?? []);
}
