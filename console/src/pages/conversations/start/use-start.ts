import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../../shared/client/service-client.ts';
import { useOnce } from '../../../api/once.ts';
import type { StartRequest } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { agentProfiles } from '../../settings/agents/agent-profiles.ts';
import { refreshConversations, stored } from '../queries.ts';
import { forgetDraft, requestOf, type StartDraft } from './start-draft.ts';

interface Start {
  readonly wanted: Wanted;
  /** What to do at the sandbox limit. */
  readonly onLimit: 'reject' | 'pause_oldest';
}

type Wanted =
  /** `failedId`: a conversation whose start failed, to start it again. */
  { readonly draft: StartDraft; readonly failedId?: string | undefined } | { readonly request: StartRequest };

/** Starts a conversation and navigates to its progress. A retry after a lost response starts only one. */
export function useStart() {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const once = useOnce();
  const requestFor = async (wanted: Wanted): Promise<StartRequest> => {
    if ('request' in wanted) return wanted.request;
    const { draft, failedId } = wanted;
    const isUnnamed = draft.agent === '' && can('GET /api/agent-profiles');
    const agent = isUnnamed ? await activeAgent(queries, api) : draft.agent;
    return { ...requestOf({ ...draft, agent }), ...(failedId !== undefined && { conversation_id: failedId }) };
  };
  return useMutation({
    mutationFn: async ({ wanted, onLimit }: Start) => {
      const body = await requestFor(wanted);
      return answerOf(
        api.POST('/api/v1/app-conversations', {
          params: { query: { on_limit: onLimit }, header: once.headerOf([body, onLimit]) },
          body,
        }),
      );
    },
    onSuccess: async (task, { wanted }) => {
      once.end();
      if ('draft' in wanted) forgetDraft(wanted.draft);
      queries.setQueryData(stored.startTask(task.id), task);
      await navigate({ to: '/conversations/new', search: { task: task.id } });
      await refreshConversations(queries);
    },
  });
}

/** The ID of the agent profile in use; empty without one. */
async function activeAgent(queries: QueryClient, api: ServiceClient['api']): Promise<string> {
  const { active_agent_profile_id: id } = await queries.ensureQueryData(agentProfiles(api));
  return id ?? '';
}
