import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Conversation } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { QueryStates } from '../../../ui/query-states.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { refreshConversations } from '../queries.ts';

interface Props {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Switches a conversation to a model profile. */
export function SwitchModelDialog({ conversation: { id }, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const profiles = useQuery({
    queryKey: ['profiles'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/settings/profiles', { signal })),
  });
  const change = useMutation({
    mutationFn: (profile_name: string) =>
      answerOf(
        api.POST('/api/v1/app-conversations/{conversation_id}/switch_profile', {
          params: { path: { conversation_id: id } },
          body: { profile_name },
        }),
      ),
    onSuccess: async (_answer, name) => {
      toast({ tone: 'good', title: `Switched to ${name}` });
      onClose();
      await refreshConversations(queries);
    },
  });
  return (
    <Dialog onClose={onClose} title="Switch model">
      <QueryStates query={profiles}>
        {({ profiles: known }) =>
          known.length === 0 ? (
            <div className="grid justify-items-start gap-4 text-sm">
              <p>You have no model profiles. Create one in the settings, then switch to it here.</p>
              <Link className={buttonClasses('primary')} search={{ tab: 'profiles' }} to="/settings">
                Create a model profile
              </Link>
            </div>
          ) : (
            <DialogForm
              action="Switch"
              mutation={change}
              onClose={onClose}
              onSubmit={(fields) => change.mutate(textIn(fields, 'profile_name'))}
            >
              <SelectField
                hint="A paused conversation uses it after the resume."
                label="Model profile"
                name="profile_name"
                options={known.map(({ name, model }) => [name, `${name} (${model ?? 'service default'})`])}
              />
            </DialogForm>
          )
        }
      </QueryStates>
    </Dialog>
  );
}
