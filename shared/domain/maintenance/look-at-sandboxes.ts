import { isDeepStrictEqual } from 'node:util';
import { agentUrl } from '../sandboxes/agent/agents.ts';
import type { Ingress, RenewedUrls } from '../sandboxes/ingress/ingress.ts';
import type { ReconcileDeps } from '../sandboxes/reconcile/perform.ts';
import { reconcile } from '../sandboxes/reconcile/reconcile.ts';
import { hasLostWorkspace } from '../sandboxes/record/conditions.ts';
import { changed, type Sandbox } from '../sandboxes/record/sandbox.ts';
import type { AgentHealth, Observation } from '../sandboxes/record/step.ts';
import type { Task } from '../sandboxes/record/task.ts';
import { saveIfUnchanged } from '../sandboxes/store/sandbox-store.ts';
import type { SweepRun } from './sweep-run.ts';

/** How one run sees the tasks and addresses of the sandboxes that it looks at. */
export interface Sight {
  /** The tasks of these sandboxes, by ARN; one that ECS does not know is `absent`, one not asked for is missing. */
  readonly tasks: ReadonlyMap<string, Task | 'absent'>;
  /** Undefined when the ingress could not be asked: sandboxes keep the URLs that they have. */
  readonly renewed: RenewedUrls | undefined;
}

/** What a run can learn of them at once. Without it, each is still looked at: at its agent, and at its times. */
export async function sightOf(
  sandboxes: readonly Sandbox[],
  run: SweepRun,
  deps: Pick<ReconcileDeps, 'tasks'> & { readonly ingress: Pick<Ingress, 'renewal'> },
): Promise<Sight> {
  const tasks = await run.forAll(() => tasksOf(sandboxes, deps));
  const renewed = await run.forAll(() => deps.ingress.renewal());
  return { tasks: tasks ?? new Map(), renewed };
}

/** Asks ECS for the tasks of these sandboxes, many at once; those that are recorded as gone are left out. */
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
 * Looks at one sandbox and reconciles it where a step is due. The list may be older than the row; if no step follows
 * from it, the row is not read again: what has just changed has its own event, and the next sweep.
 */
export async function lookAt(sandbox: Sandbox, sight: Sight, run: SweepRun, deps: ReconcileDeps): Promise<void> {
  const current = sight.renewed ? await withCurrentUrls(sandbox, sight.renewed, run, deps) : sandbox;
  if (!current) return;
  const seen = await observe(current, sight, deps);
  if (seen.agent?.kind === 'hidden') run.found('hidden');
  if (deps.nextStep(current, seen, deps.now()).kind === 'none') return;
  const { steps, again } = await reconcile(sandbox.owner_id, sandbox.sandbox_id, seen, deps, run.partEnd);
  if (steps > 0) run.found('row');
  if (steps > 0 && again) run.wakeLater(sandbox, again);
}

async function observe(sandbox: Sandbox, { tasks }: Sight, deps: ReconcileDeps): Promise<Observation> {
  const id = sandbox.saving_snapshot_id ?? (hasLostWorkspace(sandbox) ? sandbox.snapshot_id : null);
  const task = sandbox.task_arn === null ? undefined : tasks.get(sandbox.task_arn);
  const agent = await agentOf(sandbox, deps);
  const snapshot = id === null ? undefined : { id, found: await deps.disks.snapshot(id) };
  return { ...(task ? { task } : {}), ...(agent ? { agent } : {}), ...(snapshot ? { snapshot } : {}) };
}

async function agentOf(sandbox: Sandbox, deps: ReconcileDeps): Promise<AgentHealth | undefined> {
  const url = sandbox.phase === 'RUNNING' ? agentUrl(sandbox) : undefined;
  return url === undefined ? undefined : deps.agents.health(url, await deps.keys.sessionKey(sandbox));
}

/** Tries for one sandbox in one run: the list may be older than the row, so the first may lose without a rival. */
const TRIES = 2;

/**
 * Gives a running sandbox the URLs that its ingress has for it by now, before its agent is called there: an agent does
 * not answer at an address whose key has ended, and would count as dead.
 *
 * @returns the row with its URLs of now; undefined for one that other writers keep changing, or that is gone: its agent
 * is not to be judged in this run
 */
async function withCurrentUrls(
  sandbox: Sandbox,
  renewed: RenewedUrls,
  run: SweepRun,
  deps: Pick<ReconcileDeps, 'sandboxes' | 'now'>,
): Promise<Sandbox | undefined> {
  let row: Sandbox | undefined = sandbox;
  for (let tries = 0; row && tries < TRIES; tries += 1) {
    const urls = row.phase === 'RUNNING' ? renewed(row) : [];
    if (row.phase !== 'RUNNING' || isDeepStrictEqual([...urls], row.exposed_urls ?? [])) return row;
    const next = changed(row, deps.now(), { exposed_urls: [...urls] });
    if (await saveIfUnchanged(deps.sandboxes, row, next)) {
      run.found('address');
      return next;
    }
    row = await deps.sandboxes.find(row.owner_id, row.sandbox_id);
  }
  return undefined;
}
