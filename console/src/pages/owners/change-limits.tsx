import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { LimitsRequest, Owner } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormEnd } from '../../ui/form-end.tsx';
import { useToast } from '../../ui/toasts.ts';
import { limitFields, limitsOf } from '../keys/key-request.ts';
import { LimitFields } from '../keys/limit-fields.tsx';

/** A field that was emptied takes its limit away. */
const noLimits = Object.fromEntries(limitFields.map(({ name }) => [name, null]));

interface Props {
  readonly owner: Owner;
  readonly onClose: () => void;
}

export function ChangeLimits({ owner, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: async (limits: LimitsRequest) => {
      const params = { path: { owner_id: owner.id } };
      await answerOf(api.PATCH('/api/v1/owners/{owner_id}', { params, body: { limits } }));
      await queries.invalidateQueries({ queryKey: ['owners'] });
    },
    onSuccess: () => {
      toast({ tone: 'good', title: `Limits of ${owner.id} saved` });
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    change.mutate({ ...noLimits, ...limitsOf(new FormData(event.currentTarget)) });
  };
  return (
    <Dialog isWide onClose={onClose} title={`Limits of ${owner.id}`}>
      <form className="grid gap-5" onSubmit={submit}>
        <p className="text-ink-soft text-sm">
          New limits apply from the next start, resume or minute of requests on. Running sandboxes continue, unless
          their budget is used up.
        </p>
        <LimitFields
          errors={fieldErrors(change.error)}
          legend="Leave empty for the default of the service"
          limits={owner.limits}
        />
        <FormEnd action="Save" mutation={change} onClose={onClose} />
      </form>
    </Dialog>
  );
}
