import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../../../shared/client/service-client.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { agentProfiles } from '../../settings/agents/agent-profiles.ts';
import { refreshConversations, stored } from '../queries.ts';
import { forgetDraft } from './kept-draft.ts';
import { requestOf, type StartDraft } from './start-draft.ts';

interface Start {
  readonly draft: StartDraft;
  /** A conversation whose start failed, to start it again. */
  readonly failedId?: string | undefined;
  /** What to do when no further sandbox may run. */
  readonly onLimit: 'reject' | 'pause_oldest';
}

/** Starts a conversation and leads to its progress. The same request sent again, its answer lost, starts one only. */
export function useStart() {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const submission = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: async ({ draft, failedId, onLimit }: Start) => {
      const isUnnamed = draft.agent === '' && can('GET /api/agent-profiles');
      const agent = isUnnamed ? await activeAgent(queries, api) : draft.agent;
      const again = failedId === undefined ? {} : { conversation_id: failedId };
      const body = { ...requestOf({ ...draft, agent }), ...again };
      const content = JSON.stringify([body, onLimit]);
      if (submission.current.content !== content) submission.current = { content, key: crypto.randomUUID() };
      return answerOf(
        api.POST('/api/v1/app-conversations', {
          params: { query: { on_limit: onLimit }, header: { 'Idempotency-Key': submission.current.key } },
          body,
        }),
      );
    },
    onSuccess: async (task, { draft }) => {
      submission.current = { content: '', key: '' };
      forgetDraft(draft);
      queries.setQueryData(stored.startTask(task.id), task);
      await navigate({ to: '/conversations/new', search: { task: task.id } });
      await refreshConversations(queries);
    },
  });
}

/** The id of the agent profile in use; empty where there is none. */
async function activeAgent(queries: QueryClient, api: ServiceClient['api']): Promise<string> {
  const { active_agent_profile_id: id } = await queries.ensureQueryData(agentProfiles(api));
  return id ?? '';
}
