import type { Visibility } from '../../../../contract/shapes/enums.ts';
import { badField } from '../../../../platform/errors.ts';
import type { LimitPolicy } from '../../../sandboxes/intent/within-limit.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { SettingsStore } from '../../../settings/settings-store.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { StartOrder } from './start-order.ts';

/** Whom a conversation and a new sandbox of it are private to; undefined for all members of the owner. */
export function privateToIn(
  order: StartOrder,
  existing: Conversation | undefined,
  parent: Conversation | undefined,
): string | undefined {
  if (existing) {
    requireUnchanged(order, existing);
    return existing.private_to;
  }
  const { ownerId, policy, snapshot, fork, request, defaultVisibility } = order;
  const inherited = fork ? fork.of.private_to : (parent?.private_to ?? snapshot?.private_to);
  const otherwise = inherited !== undefined ? 'private' : parent ? 'members' : defaultVisibility;
  const isPrivate = (request.visibility ?? otherwise) === 'private';
  return isPrivate ? (inherited ?? policy.person ?? ownerId) : undefined;
}

/**
 * The same in a sandbox that exists: what is in one sandbox is seen by the same people, as they can all use it.
 *
 * @throws AppError `validation_failed` for `visibility`, or for the `sandbox_id` of an existing conversation
 */
export function privateToOf(
  sandbox: Sandbox,
  { request: { visibility } }: StartOrder,
  existing: Conversation | undefined,
): string | undefined {
  const { sandbox_id: id, private_to: privateTo } = sandbox;
  const seen = privateTo === undefined ? 'all members of the owner see' : 'is private to one person';
  if (existing && existing.private_to !== privateTo) {
    const way = 'Change the visibility of the conversation first, or omit this field.';
    throw badField(
      ['sandbox_id'],
      `Sandbox ${id}, which ${seen}, has another visibility than the conversation. ${way}`,
    );
  }
  if (!existing && visibility !== null && (visibility === 'private') !== (privateTo !== undefined)) {
    const way = 'Omit this field to share that sandbox, or start a separate conversation.';
    throw badField(['visibility'], `The conversation would run in sandbox ${id}, which ${seen}. ${way}`);
  }
  return privateTo;
}

/** @throws AppError `validation_failed` for `public` */
export function requireLinkable({ request }: StartOrder, privateTo: string | undefined): void {
  if (request.public !== true || privateTo === undefined) return;
  throw badField(['public'], 'A private conversation cannot have a public link. Set `visibility` to `members`.');
}

function requireUnchanged({ request: { visibility } }: StartOrder, { conversation_id: id, private_to }: Conversation) {
  if (visibility === null || (visibility === 'private') === (private_to !== undefined)) return;
  const way = 'Update it with PATCH first, or omit this field.';
  throw badField(['visibility'], `Conversation ${id} exists and has another visibility. ${way}`);
}

interface Asking {
  readonly ownerId: string;
  readonly policy: Pick<LimitPolicy, 'person'>;
  readonly request?: Pick<StartOrder['request'], 'visibility'>;
}

/** The default for conversations of an owner's members. Without a person, or with a visibility, nothing is read. */
export async function defaultVisibility(
  { ownerId, policy, request }: Asking,
  { settings }: { readonly settings: Pick<SettingsStore, 'find'> },
): Promise<Visibility> {
  if (policy.person === undefined || request?.visibility) return 'members';
  const chosen = (await settings.find(ownerId))?.preferences.default_visibility;
  return chosen === 'private' ? 'private' : 'members';
}
