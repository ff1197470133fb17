import type * as z from 'zod';
import { MASK } from '../../../../contract/shapes/mask.ts';
import type { StartRequest } from '../../../../contract/shapes/start-request.ts';

type Field = keyof z.output<typeof StartRequest>;

/** The fields of a request that its start task shows as they were sent: a field that is not named here is not shown. */
const shown = [
  'sandbox_id',
  'sandbox_spec_id',
  'conversation_id',
  'initial_message',
  'system_message_suffix',
  'processors',
  'llm_model',
  'agent_profile_id',
  'agent_kind',
  'selected_repository',
  'selected_branch',
  'git_provider',
  'suggested_task',
  'title',
  'trigger',
  'pr_number',
  'parent_conversation_id',
  'agent_type',
  'public',
  'observability_metadata',
  'observability_tags',
  'observability_span_name',
  'plugins',
] as const satisfies readonly Field[];

/** The request of a start task as its owner sees it: of the secrets, only their names. */
export function echoedRequest(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const echoed = shown.filter((name) => name in request).map((name): [string, unknown] => [name, request[name]]);
  if (!('secrets' in request)) return Object.fromEntries(echoed);
  return Object.fromEntries([...echoed, ['secrets', maskedSecrets(request.secrets)]]);
}

function maskedSecrets(secrets: unknown): Record<string, string> | null {
  if (typeof secrets !== 'object' || secrets === null) return null;
  return Object.fromEntries(Object.keys(secrets).map((name) => [name, MASK]));
}
