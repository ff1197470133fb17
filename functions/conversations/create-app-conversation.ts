import { createAppConversation as endpoint } from '../../shared/contract/conversations/conversations.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import { requirePublicLinks } from '../../shared/domain/conversations/sharing/public-links.ts';
import { startSnapshot } from '../../shared/domain/conversations/start/create/from-snapshot.ts';
import { keptOrder, type OrderUploads } from '../../shared/domain/conversations/start/create/kept-order.ts';
import { defaultVisibility } from '../../shared/domain/conversations/start/create/privacy-of-start.ts';
import { startConversation } from '../../shared/domain/conversations/start/create/start-conversation.ts';
import type { StartDeps, Started } from '../../shared/domain/conversations/start/create/start-order.ts';
import { appStartOrder } from '../../shared/domain/conversations/start/create/start-requests.ts';
import { startTaskView } from '../../shared/domain/conversations/start/task/start-task-view.ts';
import { policyFor } from '../../shared/domain/sandboxes/intent/within-limit.ts';
import type { SnapshotReader } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { launchedProfile } from '../../shared/domain/settings/agent-profiles.ts';
import type { SettingsStore } from '../../shared/domain/settings/settings-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { appStartDeps } from '../../shared/wiring/conversations/starts.ts';
import { publicLinks } from '../../shared/wiring/conversations.ts';
import { snapshotsToBeginFrom } from '../../shared/wiring/sandboxes/forks.ts';

interface Deps extends StartDeps {
  readonly uploads: OrderUploads;
  readonly stageLimits: StageLimits;
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly snapshots: Pick<SnapshotReader, 'find'>;
  readonly publicLinks: boolean;
}

/** Returns the first state of the start task. The start continues in the background. */
export const createAppConversation = implement(endpoint, async ({ body, query, caller, request }, deps: Deps) => {
  requirePublicLinks(body.public, deps.publicLinks);
  const policy = policyFor(caller, deps.stageLimits, query.on_limit);
  const order = await keptOrder(appStartOrder(body, caller.ownerId, policy), deps);
  const [agentProfile, visibility] = await Promise.all([
    launchedProfile(caller.ownerId, body.agent_profile_id, deps),
    defaultVisibility(order, deps),
  ]);
  const claim = (started: Started) => request.claim(startTaskView(started.task));
  const snapshot = await startSnapshot(caller.ownerId, body, deps);
  const { task } = await startConversation(
    { ...order, defaultVisibility: visibility, agentProfile, snapshot, claim },
    deps,
  );
  return startTaskView(task);
});

export const handler = serve(
  createAppConversation,
  (granted) => ({
    ...appStartDeps(granted),
    snapshots: snapshotsToBeginFrom(granted),
    publicLinks: publicLinks(),
  }),
  claimDeps,
);
