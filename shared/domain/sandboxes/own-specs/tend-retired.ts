import type { Clock } from '../../../platform/clock.ts';
import { deleteRequested } from '../intent/intents.ts';
import { isTombstone } from '../record/conditions.ts';
import { isGone } from '../record/status.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import type { DynamoOwnSpecs } from './dynamo-own-specs.ts';
import type { RetiredVersion } from './own-spec.ts';
import type { TaskDefinitions } from './task-definitions.ts';

interface RetireDeps {
  readonly ownSpecs: DynamoOwnSpecs;
  readonly sandboxes: SandboxStore;
  readonly definitions: TaskDefinitions;
  readonly now: Clock;
}

/** Paused sandboxes can rest for weeks. Each look reads the owner's sandboxes. */
const LOOK_AGAIN = 60 * 60_000;

const PAGE = 100;

/** Deregisters a version once no sandbox can start from it: ECS starts no task from a deregistered definition. */
export async function tendRetired(ownerId: string, key: string, deps: RetireDeps): Promise<void> {
  const { ownSpecs, definitions, now } = deps;
  const retired = await ownSpecs.findRetired(ownerId, key);
  if (!retired) return;
  const again = new Date(now().getTime() + LOOK_AGAIN);
  if (!(await ownSpecs.lease(retired, retired.due_at, again))) return;
  await endCheck(retired, deps);
  if (await isUsed(retired, deps)) return;
  await definitions.deregister(retired.family);
  await ownSpecs.bury({ ...retired, due_at: again.toISOString() });
}

/** The check of a version that was replaced or deleted before its result. */
async function endCheck({ owner_id, check_id, family }: RetiredVersion, { sandboxes, now }: RetireDeps): Promise<void> {
  if (check_id === null) return;
  const sandbox = await sandboxes.find(owner_id, check_id);
  // Clients can give a sandbox the id that the check was going to use.
  if (isGone(sandbox) || sandbox.own_version?.family !== family) return;
  await sandboxes.save([{ previous: sandbox, next: deleteRequested(sandbox, now()) }]);
}

async function isUsed({ owner_id, of_spec_id: specId, family }: RetiredVersion, { sandboxes }: RetireDeps) {
  for (let after: string | null = null; ; ) {
    const { items, next } = await sandboxes.list(owner_id, PAGE, after, { specId });
    if (items.some((row) => !isTombstone(row) && row.own_version?.family === family)) return true;
    if (next === null) return false;
    after = next;
  }
}
