import { forkConversation as endpoint } from '../../shared/contract/conversations/conversations.ts';
import { ForkRequest } from '../../shared/contract/shapes/app-conversation.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import { requireHome } from '../../shared/domain/conversations/agent/reach-agent.ts';
import type { ConversationHomes } from '../../shared/domain/conversations/record/conversation-homes.ts';
import {
  type ForkDeps,
  forkConversation as fork,
} from '../../shared/domain/conversations/start/create/fork-conversation.ts';
import { defaultVisibility } from '../../shared/domain/conversations/start/create/privacy-of-start.ts';
import type { Started } from '../../shared/domain/conversations/start/create/start-order.ts';
import { startTaskView } from '../../shared/domain/conversations/start/task/start-task-view.ts';
import { policyFor } from '../../shared/domain/sandboxes/intent/within-limit.ts';
import type { SettingsStore } from '../../shared/domain/settings/settings-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { requireEnvInteger } from '../../shared/platform/env.ts';
import { forkDeps } from '../../shared/wiring/conversations/starts.ts';
import { forkedSandboxes } from '../../shared/wiring/sandboxes/forks.ts';
import { snapshotStore, startSnapshotWorker } from '../../shared/wiring/sandboxes/snapshots.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

interface Deps extends ForkDeps {
  readonly homes: ConversationHomes;
  readonly stageLimits: StageLimits;
  readonly settings: Pick<SettingsStore, 'find'>;
}

/** Returns the first state of the start task. The start continues in the background. */
export const forkConversation = implement(endpoint, async ({ params, body, query, caller, request }, deps: Deps) => {
  const home = await requireHome(caller.ownerId, params.conversation_id, deps);
  const policy = policyFor(caller, deps.stageLimits, query.on_limit);
  const claim = (started: Started) => request.claim(startTaskView(started.task));
  const visibility = await defaultVisibility({ ownerId: caller.ownerId, policy }, deps);
  const parts = { requestName: request.name, policy, claim, defaultVisibility: visibility };
  const order = { request: ForkRequest.parse(body ?? {}), ...parts };
  const { task } = await fork(home, order, deps);
  return startTaskView(task);
});

export const handler = serve(
  forkConversation,
  (granted) => ({
    ...forkDeps(granted),
    sandboxes: forkedSandboxes(granted),
    snapshots: snapshotStore(granted),
    snapshotLimit: requireEnvInteger('SNAPSHOT_LIMIT'),
    work: startSnapshotWorker(granted),
    settings: settingsStore(granted),
  }),
  claimDeps,
);
