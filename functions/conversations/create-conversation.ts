import { createConversation as endpoint } from '../../shared/contract/conversations/legacy-conversations.ts';
import type { StageLimits } from '../../shared/domain/billing/budgets/start-rules.ts';
import type { Conversation } from '../../shared/domain/conversations/record/conversation.ts';
import { sandboxOf } from '../../shared/domain/conversations/record/conversation-homes.ts';
import { legacyResponse } from '../../shared/domain/conversations/record/conversation-view.ts';
import { findChosen } from '../../shared/domain/conversations/start/create/find-chosen.ts';
import {
  keptOrder,
  type OrderUploads,
  recordingOf,
} from '../../shared/domain/conversations/start/create/kept-order.ts';
import { defaultVisibility } from '../../shared/domain/conversations/start/create/privacy-of-start.ts';
import { restartOrder } from '../../shared/domain/conversations/start/create/resume-conversation.ts';
import { tryToStart } from '../../shared/domain/conversations/start/create/start-conversation.ts';
import type {
  RestartOrder,
  StartDeps,
  Started,
  StartOrder,
} from '../../shared/domain/conversations/start/create/start-order.ts';
import { legacyStartOrder } from '../../shared/domain/conversations/start/create/start-requests.ts';
import type { Uploads } from '../../shared/domain/conversations/uploads/uploads.ts';
import type { SettingsStore } from '../../shared/domain/settings/settings-store.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { retryLostRaces } from '../../shared/platform/errors.ts';
import { startDeps } from '../../shared/wiring/conversations/starts.ts';
import { uploads } from '../../shared/wiring/conversations.ts';
import { settingsStore } from '../../shared/wiring/settings.ts';

interface Deps extends StartDeps {
  readonly uploads: OrderUploads & Pick<Uploads, 'read'>;
  readonly stageLimits: StageLimits;
  readonly settings: Pick<SettingsStore, 'find'>;
  /** Whether the latest start of a conversation came with the same message. */
  readonly isRepeated: (order: Pick<RestartOrder, 'existing' | 'message'>) => Promise<boolean>;
}

/**
 * An existing conversation is joined and keeps its settings, so repeated requests, even concurrent ones, start one. A
 * message that is not a repetition starts it again, and is queued.
 */
export const createConversation = implement(endpoint, async ({ body, caller, request }, deps: Deps) => {
  const given = legacyStartOrder(body, caller, deps.stageLimits);
  const claim = ({ conversation }: Started) => request.claim(starting(conversation));
  let kept: StartOrder | undefined;
  return retryLostRaces(async () => {
    const existing = await findChosen(given, deps);
    if (existing && !given.request.initial_message) return joined(existing, deps);
    kept ??= await keptOrder({ ...given, replayJson: await recordingOf(given, deps) }, deps);
    const visibility = existing ? undefined : await defaultVisibility(given, deps);
    const message = kept.request.initial_message;
    if (existing && (await deps.isRepeated({ existing, message }))) return joined(existing, deps);
    const order = existing ? restartOrder(existing, given.policy, message) : { ...kept, defaultVisibility: visibility };
    const { conversation } = await tryToStart({ ...order, claim }, existing, deps);
    return starting(conversation);
  });
});

async function joined(conversation: Conversation, { sandboxes }: Deps) {
  const { owner_id: ownerId, sandbox_id: sandboxId } = conversation;
  return legacyResponse(conversation, sandboxOf(conversation, await sandboxes.find(ownerId, sandboxId)));
}

/** A conversation is starting, even in a running sandbox. */
function starting({ conversation_id: id, given_id: givenId }: Conversation) {
  return { status: 'ok', conversation_id: givenId ?? id, message: null, conversation_status: 'STARTING' as const };
}

export const handler = serve(
  createConversation,
  (granted) => ({ ...startDeps(granted), uploads: uploads(granted), settings: settingsStore(granted) }),
  claimDeps,
);
