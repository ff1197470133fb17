import { isUuid } from '../../../contract/shapes/ids.ts';
import { badField } from '../../../platform/errors/bad-field.ts';
import type { StartOrder } from './start-order.ts';

/**
 * Refuses an agent profile that no agent can have. Profiles lie in the agent server of a sandbox: a sandbox that is yet
 * to be made has none, and its agent would refuse the start minutes later. In a sandbox that exists its agent decides.
 *
 * @param isNew whether the sandbox is made for this conversation
 * @throws AppError `validation_failed` naming `agent_profile_id`
 */
export function requireAgentProfile({ request: { agent_profile_id: id } }: StartOrder, isNew: boolean): void {
  if (id === null) return;
  if (!isUuid(id)) throw badField(['agent_profile_id'], 'this is no id of an agent profile, which is a UUID');
  if (isNew) throw badField(['agent_profile_id'], 'there is no agent profile with this id');
}
