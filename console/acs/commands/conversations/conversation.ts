import { answerOf } from '../../../../shared/client/answer-of.ts';
import type { components } from '../../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../../shared/client/service-client.ts';
import { Failure } from '../../output/failure.ts';

export type Conversation = components['schemas']['AppConversation'];

/** @throws ApiProblem when it does not exist */
export function conversationOf(client: ServiceClient, id: string): Promise<Conversation> {
  const path = { conversation_id: id };
  return answerOf(client.api.GET('/api/v1/app-conversations/{conversation_id}', { params: { path } }));
}

/** The sandbox of a conversation. @throws Failure when it is gone; ApiProblem */
export async function sandboxOf(client: ServiceClient, id: string): Promise<string> {
  const { sandbox_id: sandboxId, sandbox_status: status } = await conversationOf(client, id);
  if (status !== 'MISSING') return sandboxId;
  throw new Failure('The sandbox of this conversation no longer exists.', `Its history is kept: acs events ${id}`);
}

/** The warnings of a start as lines, each with the last output of what failed. */
export function warningLines({ warnings = [] }: Pick<Conversation, 'warnings'>): string {
  return warnings
    .map(({ message, detail }) => `Warning: ${message}${detail === null ? '' : `\n${detail}`.replaceAll('\n', '\n  ')}`)
    .join('\n');
}
