import { tagOf } from '../../../shared/contract/endpoint/areas.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';

export type Kind = 'list' | 'read' | 'agent or git host' | 'stream' | 'change' | 'authorizer';

/** Calls in sequence. */
export const allowedSteps: Readonly<Record<Kind, number>> = {
  list: 2,
  read: 1,
  'agent or git host': Number.POSITIVE_INFINITY,
  stream: Number.POSITIVE_INFINITY,
  change: Number.POSITIVE_INFINITY,
  authorizer: 1,
};

const LIST = /^(list|search|find|batch-get)-/;

/** What they answer comes from elsewhere, which is asked for it by what a row says. */
const ELSEWHERE: readonly string[] = ['agent-proxy', 'git'];

export function kindOf(endpoint: Endpoint | undefined): Kind {
  if (!endpoint) return 'authorizer';
  const { id, method, stream } = endpoint;
  if (ELSEWHERE.includes(tagOf(endpoint))) return 'agent or git host';
  if (stream) return 'stream';
  if (method !== 'GET') return 'change';
  return LIST.test(id) ? 'list' : 'read';
}
