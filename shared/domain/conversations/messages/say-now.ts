import { AppError } from '../../../platform/errors/errors.ts';
import type { Agent } from '../agent/reach-agent.ts';
import { hasMessage } from './has-message.ts';
import type { MessageContent } from './pending-message.ts';
import { sendMessage } from './send-message.ts';

/**
 * Sends a message to an agent while a client waits, and reports failures with the errors of the public API.
 *
 * @param triedAt when an earlier try had no known result: then the agent is asked first
 * @throws AppError `conflict` while the conversation is not there yet, `bad_gateway` when the agent failed or did not
 * answer in time.
 */
export async function sayNow(
  agent: Agent,
  content: MessageContent,
  run: boolean,
  triedAt: string | null,
): Promise<void> {
  try {
    if (await hasMessage(agent, { content, sent_at: triedAt })) return;
    await sendMessage(agent, content, run);
  } catch (error) {
    throw error instanceof AppError ? failureOf(error, agent) : error;
  }
}

function failureOf(error: AppError, { conversation: { conversation_id: id } }: Agent): AppError {
  switch (error.code) {
    case 'not_found':
      return new AppError(
        'conflict',
        `the agent does not know conversation ${id} yet; queue the message with POST /api/v1/conversations/${id}/pending-messages while it starts`,
        { extensions: { retry_after_seconds: 3 } },
      );
    case 'gateway_timeout':
      return new AppError('bad_gateway', `${error.message}; it may have the message: look before sending it again`);
    case 'malformed_request':
    case 'conflict':
      return new AppError('bad_gateway', error.message);
    default:
      return error;
  }
}
