import type { Conversation } from '../../../../api/shapes.ts';

/** Where an agent server has a conversation, and the key for it. */
export interface AgentAddress {
  /** The conversation as a resource of the agent server. */
  readonly url: string;
  readonly key: string;
}

/** Null while no agent server has the conversation, and where the key may not know. */
export function addressOf(
  conversation: Pick<Conversation, 'conversation_url' | 'session_api_key'> | null | undefined,
): AgentAddress | null {
  const { conversation_url: url = null, session_api_key: key = null } = conversation ?? {};
  return url === null || key === null ? null : { url, key };
}

/**
 * Where the events of a conversation come as they happen. The key is not in it: addresses are logged.
 *
 * @param after the time from which on events are sent again; all of them without one
 */
export function socketUrl({ url }: AgentAddress, after: string | undefined): string {
  const address = new URL(url);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.pathname = address.pathname.replace(/\/api\/conversations\/([^/]+)\/?$/, '/sockets/events/$1');
  address.search = new URLSearchParams(
    after === undefined ? { resend_mode: 'all' } : { resend_mode: 'since', after_timestamp: after },
  ).toString();
  return address.href;
}
