import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { hasNeverStarted } from '../../../../../shared/presentation/conversations.ts';
import { fieldErrors } from '../../../api/failure.ts';
import { useOnce } from '../../../api/once.ts';
import { given } from '../../../api/search-params.ts';
import type { Conversation, ForkRequest } from '../../../api/shapes.ts';
import { useSpecs } from '../../../data/spec-queries.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { CheckboxField, TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { capacityOf, noMachine, resourcesOf } from '../../../ui/machine.ts';
import { MachineFields } from '../../../ui/machine-fields.tsx';
import { refreshConversations, stored, useSandboxOf } from '../queries.ts';
import { LONGEST_TITLE } from './use-actions.ts';

/** Whether a conversation has a history and a workspace to copy, and the key allows it. */
export function useCanFork(conversation: Conversation): boolean {
  const can = useCan();
  const isAllowed = can('POST /api/v1/app-conversations/{conversation_id}/fork');
  return isAllowed && conversation.sandbox_status !== 'MISSING' && !hasNeverStarted(conversation);
}

interface Props {
  readonly conversation: Conversation;
  /** The last event that the fork has. Undefined: all events. */
  readonly eventId?: string | undefined;
  readonly onClose: () => void;
}

interface Request {
  readonly body: ForkRequest;
  readonly on_limit: 'reject' | 'pause_oldest';
}

/** Starts a conversation that goes on from another one, and navigates to its progress. */
export function ForkDialog({ conversation, eventId, onClose }: Props) {
  const [machine, setMachine] = useState(noMachine);
  const { data: specs } = useSpecs();
  const { data: sandbox } = useSandboxOf(conversation);
  const fork = useFork(conversation, onClose);
  const submit = (fields: FormData): void =>
    fork.mutate({
      body: given({
        event_id: eventId,
        title: textIn(fields, 'title'),
        resources: resourcesOf(machine),
        capacity: capacityOf(machine),
      }),
      on_limit: fields.has('on_limit') ? 'pause_oldest' : 'reject',
    });
  const errors = fieldErrors(fork.error);
  return (
    <Dialog onClose={onClose} title={eventId === undefined ? 'Fork this conversation' : 'Fork from this event'}>
      <DialogForm action="Fork" mutation={fork} onClose={onClose} onSubmit={submit}>
        <p className="text-ink-soft text-sm">
          Starts a conversation in a sandbox of its own, with{' '}
          {eventId === undefined ? 'the history until now' : 'the history up to this event'} and a copy of the files as
          they are now. This conversation stays as it is. Secrets that were sent with its start are not copied.
        </p>
        <TextField
          error={errors.title}
          hint="Leave empty to use the title of this conversation and (fork)."
          label="Title"
          maxLength={LONGEST_TITLE}
          name="title"
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <MachineFields
            current={sandbox?.resources}
            errors={errors}
            machine={machine}
            onChange={(changed) => setMachine({ ...machine, ...changed })}
            spec={specs?.find(({ id }) => id === sandbox?.sandbox_spec_id)}
            usualCapacity={sandbox?.capacity}
          />
        </div>
        <CheckboxField
          hint="Otherwise the fork is rejected."
          label="Pause the oldest sandbox if the limit is reached"
          name="on_limit"
        />
      </DialogForm>
    </Dialog>
  );
}

function useFork({ id }: Conversation, onForked: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const once = useOnce();
  return useMutation({
    mutationFn: ({ body, on_limit }: Request) => {
      const header = once.headerOf([id, body, on_limit]);
      const params = { path: { conversation_id: id }, query: { on_limit }, header };
      return answerOf(api.POST('/api/v1/app-conversations/{conversation_id}/fork', { params, body }));
    },
    onSuccess: async (task) => {
      queries.setQueryData(stored.startTask(task.id), task);
      onForked();
      await navigate({ to: '/conversations/new', search: { task: task.id } });
      await refreshConversations(queries);
    },
  });
}
