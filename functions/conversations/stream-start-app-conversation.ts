import { setTimeout as wait } from 'node:timers/promises';
import { streamStartAppConversation as endpoint } from '../../shared/contract/conversations/conversations.ts';
import type { Caller } from '../../shared/contract/endpoint/caller.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import { requirePublicLinks } from '../../shared/domain/conversations/sharing/public-links.ts';
import { startSnapshot } from '../../shared/domain/conversations/start/create/from-snapshot.ts';
import { keptOrder, type OrderUploads } from '../../shared/domain/conversations/start/create/kept-order.ts';
import { defaultVisibility } from '../../shared/domain/conversations/start/create/privacy-of-start.ts';
import { startConversation } from '../../shared/domain/conversations/start/create/start-conversation.ts';
import type { StartDeps, Started } from '../../shared/domain/conversations/start/create/start-order.ts';
import { appStartOrder } from '../../shared/domain/conversations/start/create/start-requests.ts';
import { type FollowDeps, followed } from '../../shared/domain/conversations/start/saga/follow.ts';
import { startTaskView } from '../../shared/domain/conversations/start/task/start-task-view.ts';
import { policyFor } from '../../shared/domain/sandboxes/intent/within-limit.ts';
import type { SnapshotReader } from '../../shared/domain/sandboxes/store/snapshot-store.ts';
import { placeToWait, type WaitPlaces } from '../../shared/domain/sandboxes/waits/wait-for-status.ts';
import { launchedProfile } from '../../shared/domain/settings/agent-profiles.ts';
import type { SettingsStore } from '../../shared/domain/settings/settings-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement, type RequestContext } from '../../shared/http/operation/operation.ts';
import { serveStream } from '../../shared/http/serve/serve-stream.ts';
import { appStartDeps } from '../../shared/wiring/conversations/starts.ts';
import { publicLinks, startTaskStore } from '../../shared/wiring/conversations.ts';
import { snapshotsToBeginFrom } from '../../shared/wiring/sandboxes/forks.ts';
import { waitPlaces } from '../../shared/wiring/sandboxes.ts';

interface Deps extends StartDeps, Omit<FollowDeps, 'timeLeft' | 'takePlace'> {
  readonly uploads: OrderUploads;
  readonly stageLimits: StageLimits;
  readonly settings: Pick<SettingsStore, 'find'>;
  readonly snapshots: Pick<SnapshotReader, 'find'>;
  readonly places: WaitPlaces;
  readonly publicLinks: boolean;
}

/** The maximum time to follow a start, in milliseconds: the limit of Lambda. */
const LONGEST = 900_000;

/** Streams every state of the start task until its end. A retry streams the states from then on. */
export const streamStartAppConversation = implement(
  endpoint,
  async ({ body, query, caller, request }, deps: Deps) => {
    requirePublicLinks(body.public, deps.publicLinks);
    const policy = policyFor(caller, deps.stageLimits, query.on_limit);
    const order = await keptOrder(appStartOrder(body, caller.ownerId, policy), deps);
    const [agentProfile, visibility] = await Promise.all([
      launchedProfile(caller.ownerId, body.agent_profile_id, deps),
      defaultVisibility(order, deps),
    ]);
    const claim = (started: Started) => request.claim([startTaskView(started.task)]);
    const snapshot = await startSnapshot(caller.ownerId, body, deps);
    const whole = { ...order, defaultVisibility: visibility, agentProfile, snapshot, claim };
    const { task } = await startConversation(whole, deps);
    return followed(task, { ...deps, ...whileWaiting(caller, request, deps) });
  },
  async (kept, { caller, request }, deps) => {
    const task = await deps.startTasks.find(caller.ownerId, kept[0]?.id ?? '');
    return task ? followed(task, { ...deps, ...whileWaiting(caller, request, deps) }) : onlyFirst(kept);
  },
);

function whileWaiting(caller: Caller, { timeLeft = () => LONGEST }: RequestContext, { places, now }: Deps) {
  const takePlace = () => placeToWait(places, caller, new Date(now().getTime() + timeLeft()));
  return { timeLeft, takePlace };
}

/** The task was deleted with its conversation: only its first state is known. */
async function* onlyFirst(kept: unknown): AsyncGenerator<string> {
  yield JSON.stringify(kept);
}

export const handler = serveStream(
  streamStartAppConversation,
  (granted) => ({
    ...appStartDeps(granted),
    snapshots: snapshotsToBeginFrom(granted),
    startTasks: startTaskStore(granted),
    pause: (milliseconds: number) => wait(milliseconds),
    places: waitPlaces(granted),
    publicLinks: publicLinks(),
  }),
  claimDeps,
);
