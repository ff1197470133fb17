import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { useApi } from '../../../session/session.ts';
import { failed, useToast } from '../../../ui/toasts.ts';
import { AGENT_PROFILES } from '../agents/agent-profiles.ts';

/** What can be done with a profile. Each brings the profiles and the settings up to date. */
export function useProfileChanges() {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const refresh = () =>
    // Agents name their model profile: with a renamed one, they change too.
    Promise.all(
      ['profiles', 'settings', AGENT_PROFILES].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
  const activate = useMutation({
    mutationFn: (name: string) =>
      answerOf(api.POST('/api/v1/settings/profiles/{name}/activate', { params: { path: { name } } })),
    onSuccess: ({ name, model }) => {
      toast({
        tone: 'good',
        title: `${name} is now in use`,
        detail: `New conversations use ${model ?? 'its model'}.`,
      });
      return refresh();
    },
    onError: (error) => toast(failed('Switching profiles', error)),
  });
  const rename = async (name: string, new_name: string): Promise<void> => {
    await answerOf(
      api.POST('/api/v1/settings/profiles/{name}/rename', { params: { path: { name } }, body: { new_name } }),
    );
    await refresh();
  };
  const remove = async (name: string): Promise<void> => {
    await answerOf(api.DELETE('/api/v1/settings/profiles/{name}', { params: { path: { name } } }));
    await refresh();
  };
  return { activate, rename, remove, refresh };
}
