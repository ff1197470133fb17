import { AppError, badField, NotFoundError } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import { beginningFrom, specOf as beginningSpec } from '../../../sandboxes/forks/begin-from-snapshot.ts';
import {
  creationOf,
  detachConversation,
  isBeyondResume,
  requireWorkspace,
  resumeRequested,
} from '../../../sandboxes/intent/intents.ts';
import { sizedForResume } from '../../../sandboxes/intent/resize.ts';
import { newSandbox } from '../../../sandboxes/lifecycle/generation.ts';
import { findSpec, offeredSpec } from '../../../sandboxes/own-specs/offered-spec.ts';
import { privacyOf } from '../../../sandboxes/record/privacy-fields.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import { apiStatus, isGone } from '../../../sandboxes/record/status.ts';
import type { WorkspaceSnapshot } from '../../../sandboxes/record/workspace-snapshot.ts';
import { chooseSize } from '../../../sandboxes/specs/choose-size.ts';
import type { SandboxSpec } from '../../../sandboxes/specs/sandbox-specs.ts';
import type { SandboxChange } from '../../../sandboxes/store/sandbox-store.ts';
import type { Conversation } from '../../record/conversation.ts';
import { sandboxOf } from '../../record/conversation-homes.ts';
import type { StartDeps, StartOrder } from './start-order.ts';

/** The sandbox in which a conversation will run. */
export interface SandboxChoice {
  readonly sandbox: Sandbox;
  readonly isNew: boolean;
  /** The change that starts the sandbox; null if it is already running or starting. */
  readonly starting: SandboxChange | null;
  /** How many conversations the sandbox gains. */
  readonly adds: 0 | 1;
  /** The change of the sandbox that the conversation leaves, if any. */
  readonly leaving: readonly SandboxChange[];
}

/**
 * The sandbox that the request names, else that of the conversation or its parent, else a new one.
 *
 * @throws NotFoundError, or AppError `gone` or `conflict` when the named sandbox cannot be used; `validation_failed`
 * for a spec that is unknown or differs from the sandbox's.
 */
export async function chooseSandbox(
  order: StartOrder,
  existing: Conversation | undefined,
  parent: Conversation | undefined,
  conversationId: string,
  deps: StartDeps,
): Promise<SandboxChoice> {
  const now = deps.now();
  if (order.snapshot) return fromSnapshot(order.snapshot, order, existing, conversationId, deps);
  const spec = await wantedSpec(order, deps);
  const home = existing && (await ownSandbox(existing, deps));
  const inherited = existing ? home : parent && (await ownSandbox(parent, deps));
  const sandbox = await wantedSandbox(order, inherited, deps);
  const isHome = sandbox !== undefined && sandbox.sandbox_id === home?.sandbox_id;
  const leaving = home && !isHome ? [detachConversation(home, now)] : [];
  if (!sandbox) {
    const firstId = existing ? undefined : conversationId;
    return {
      ...(await inNewSandbox(order, firstId, { spec: spec ?? (await specOf(home, deps)), home }, deps)),
      leaving,
    };
  }

  requireSpecOf(sandbox, spec);
  if (apiStatus(sandbox) === 'ERROR' && !existing) {
    const { message, remedy } = sandbox.status_reason ?? { message: 'Resume it first.', remedy: '' };
    throw new AppError('conflict', `Sandbox ${sandbox.sandbox_id} is in ERROR: ${message} ${remedy}`.trimEnd());
  }
  const adds = isHome ? 0 : 1;
  const { resources, capacity } = order.request;
  const sized = sizedForResume(sandbox, resources, deps);
  const next = sandbox.desired === 'RUNNING' ? undefined : resumeRequested(sized, now, capacity ?? undefined);
  return { sandbox, isNew: false, starting: next ? withMore(adds, { previous: sandbox, next }) : null, adds, leaving };
}

/** @throws AppError `conflict` for an existing conversation, which has a workspace; `validation_failed` */
async function fromSnapshot(
  snapshot: WorkspaceSnapshot,
  order: StartOrder,
  existing: Conversation | undefined,
  conversationId: string,
  deps: StartDeps,
): Promise<SandboxChoice> {
  if (existing) {
    const way = 'Start another conversation from the snapshot, or restore its sandbox.';
    throw new AppError('conflict', `Conversation ${conversationId} exists and keeps its workspace. ${way}`);
  }
  const spec = order.spec ?? (await beginningSpec(snapshot, deps));
  return { ...(await inNewSandbox(order, conversationId, { spec, home: undefined }, deps)), leaving: [] };
}

async function wantedSandbox(
  { ownerId, request: { sandbox_id: named } }: StartOrder,
  inherited: Sandbox | undefined,
  { sandboxes }: StartDeps,
): Promise<Sandbox | undefined> {
  if (named === null) return inherited && !isBeyondResume(inherited) ? inherited : undefined;
  const found = await sandboxes.find(ownerId, named);
  if (isGone(found)) throw new NotFoundError('sandbox', named);
  requireWorkspace(found);
  return found;
}

/**
 * A first sandbox has the id of its conversation, so that both can be read at once. An earlier sandbox can have used a
 * caller-chosen id.
 *
 * @param firstId the id of a conversation that has had no sandbox yet
 */
async function inNewSandbox(
  { ownerId, chosenId, snapshot, prepared, fork, privacy = {}, request: { resources, capacity } }: StartOrder,
  firstId: string | undefined,
  { spec, home }: { readonly spec: SandboxSpec; readonly home: Sandbox | undefined },
  { sandboxes, now }: StartDeps,
): Promise<Omit<SandboxChoice, 'leaving'>> {
  // After the loss of its sandbox, a conversation keeps its size too.
  const otherwise = fork?.from ?? (home?.spec_id === spec.id ? home : spec);
  const size = chooseSize(resources, spec, now(), { otherwise, leastGigabytes: snapshot?.size_gib ?? 0 });
  const fresh = (id: string) => ({
    ...beginningFrom(newSandbox(ownerId, id, spec, now(), size), snapshot),
    capacity: capacity ?? fork?.from.capacity ?? spec.capacity,
    created_for_conversation: true,
    ...privacyOf(privacy),
    prepared: prepared ?? null,
  });
  const id = firstId !== undefined && /^[0-9a-f]{32}$/.test(firstId) ? firstId : newId(now());
  const isChosen = id === chosenId;
  const chosen = isChosen ? creationOf(fresh(id), await sandboxes.find(ownerId, id)) : undefined;
  const creation = chosen ?? { previous: null, next: fresh(isChosen ? newId(now()) : id) };
  return { sandbox: creation.next, isNew: true, starting: withMore(1, creation), adds: 1 };
}

/** After the loss of its sandbox, a conversation keeps its spec while that is available. */
async function specOf(home: Sandbox | undefined, { specs, ownSpecs }: StartDeps): Promise<SandboxSpec> {
  const own = home && (await offeredSpec(home.owner_id, home.spec_id, { ownSpecs }));
  return own ?? (home && specs.find(home.spec_id)) ?? specs.getOrDefault(undefined);
}

async function ownSandbox(conversation: Conversation, { sandboxes }: StartDeps): Promise<Sandbox | undefined> {
  return sandboxOf(conversation, await sandboxes.find(conversation.owner_id, conversation.sandbox_id));
}

function withMore(adds: 0 | 1, { previous, next }: SandboxChange): SandboxChange {
  return { previous, next: { ...next, conversation_count: next.conversation_count + adds } };
}

const FIELD = ['sandbox_spec_id'];

/** @returns undefined if the request names none. @throws AppError `validation_failed`, or `conflict` for an owner's */
async function wantedSpec(
  { ownerId, request }: StartOrder,
  { specs, ownSpecs }: StartDeps,
): Promise<SandboxSpec | undefined> {
  const { sandbox_spec_id: id } = request;
  if (id === null) return undefined;
  const spec = await findSpec(ownerId, id, { specs, ownSpecs });
  if (!spec) {
    const offered = specs.all.map((offer) => offer.id).join(', ');
    throw badField(FIELD, `Unknown sandbox spec. Use one of: ${offered}.`);
  }
  return spec;
}

/** A sandbox never changes its spec. @throws AppError `validation_failed` for `sandbox_spec_id` */
function requireSpecOf({ sandbox_id: id, spec_id: specId }: Sandbox, wanted: SandboxSpec | undefined): void {
  if (wanted === undefined || wanted.id === specId) return;
  const way = 'Omit this field to use that sandbox, or start a separate conversation.';
  throw badField(FIELD, `The conversation would run in sandbox ${id}, whose spec is '${specId}'. ${way}`);
}
