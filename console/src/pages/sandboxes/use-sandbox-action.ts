import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { useApi } from '../../session/session.ts';
import { failed, useToast } from '../../ui/toasts.ts';
import { refreshSandboxes } from './refresh-sandboxes.ts';

const words = {
  pause: { trial: 'Pause', done: 'Pausing the sandbox', detail: 'Its workspace is saved.' },
  resume: { trial: 'Resume', done: 'Resuming the sandbox', detail: 'It starts from its saved workspace.' },
} as const;

export type SandboxAction = keyof typeof words;

/** Pauses or resumes a sandbox, and says what came of it. */
export function useSandboxAction(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (action: SandboxAction) => {
      const params = { path: { sandbox_id: id } };
      return action === 'pause'
        ? answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params }))
        : answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params }));
    },
    onSuccess: (_answer, action) => {
      toast({ tone: 'good', title: words[action].done, detail: words[action].detail });
      return refreshSandboxes(queries);
    },
    onError: (error, action) => toast(failed(words[action].trial, error)),
  });
}
