import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../../shared/client/service-client.ts';
import { useApi, useCan } from '../../../session/session.ts';

/** The name under which the agent profiles of the owner are kept. */
export const AGENT_PROFILES = 'agent-profiles';

/** How the agent profiles of the owner are asked for. */
export const agentProfiles = (api: ServiceClient['api']) =>
  queryOptions({
    queryKey: [AGENT_PROFILES],
    queryFn: ({ signal }) => answerOf(api.GET('/api/agent-profiles', { signal })),
  });

/** The agent profiles of the owner; nothing where the key may not see them. */
export function useAgentProfiles() {
  const can = useCan();
  return useQuery({ ...agentProfiles(useApi()), enabled: can('GET /api/agent-profiles') });
}
