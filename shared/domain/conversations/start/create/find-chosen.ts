import { isFor } from '../../../../contract/endpoint/audience.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { StartDeps, StartOrder } from './start-order.ts';

/**
 * The existing conversation with the id that the caller chose.
 *
 * @throws AppError `conflict` for one that another person made private since the request was checked
 */
export async function findChosen(
  { ownerId, chosenId, policy }: Pick<StartOrder, 'ownerId' | 'chosenId' | 'policy'>,
  { conversations }: Pick<StartDeps, 'conversations'>,
): Promise<Conversation | undefined> {
  const found = chosenId === null ? undefined : await conversations.find(ownerId, chosenId);
  if (found && !isFor(policy.visibleTo, found))
    throw new AppError('conflict', `Another conversation has the ID ${chosenId}.`);
  return found;
}
