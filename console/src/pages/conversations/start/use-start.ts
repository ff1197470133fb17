import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { StartRequest } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { refreshConversations, stored } from '../queries.ts';

interface Start {
  readonly request: StartRequest;
  /** What to do when no further sandbox may run. */
  readonly onLimit: 'reject' | 'pause_oldest';
}

/** Starts a conversation and leads to its progress. The same request sent again, its answer lost, starts one only. */
export function useStart() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const submission = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (start: Start) => {
      const content = JSON.stringify(start);
      if (submission.current.content !== content) submission.current = { content, key: crypto.randomUUID() };
      return answerOf(
        api.POST('/api/v1/app-conversations', {
          params: {
            query: { on_limit: start.onLimit },
            header: { 'Idempotency-Key': submission.current.key },
          },
          body: start.request,
        }),
      );
    },
    onSuccess: async (task) => {
      submission.current = { content: '', key: '' };
      queries.setQueryData(stored.startTask(task.id), task);
      await navigate({ to: '/conversations/new', search: { task: task.id } });
      await refreshConversations(queries);
    },
  });
}
