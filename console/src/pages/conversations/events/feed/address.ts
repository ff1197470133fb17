import type { Conversation } from '../../../../api/shapes.ts';

/** The URL of a conversation at its agent server, and the key for it. */
export interface AgentAddress {
  /** The conversation as a resource of the agent server. */
  readonly url: string;
  readonly key: string;
}

/** Null while no agent server has the conversation, or if the key cannot read it. */
export function addressOf(
  conversation: Pick<Conversation, 'conversation_url' | 'session_api_key'> | null | undefined,
): AgentAddress | null {
  const { conversation_url: url = null, session_api_key: key = null } = conversation ?? {};
  return url === null || key === null ? null : { url, key };
}
