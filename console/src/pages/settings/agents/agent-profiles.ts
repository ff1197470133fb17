import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../../shared/client/service-client.ts';
import { useApi, useCan } from '../../../session/session.ts';

/** The query key of the agent profiles. */
export const AGENT_PROFILES = 'agent-profiles';

export const agentProfiles = (api: ServiceClient['api']) =>
  queryOptions({
    queryKey: [AGENT_PROFILES],
    queryFn: ({ signal }) => answerOf(api.GET('/api/agent-profiles', { signal })),
  });

/** The agent profiles of the owner; nothing if the key cannot read them. */
export function useAgentProfiles() {
  const can = useCan();
  return useQuery({ ...agentProfiles(useApi()), enabled: can('GET /api/agent-profiles') });
}
