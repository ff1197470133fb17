import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { ApiKeyCreate } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { keyRequestOf, limitFields } from './key-request.ts';
import { ScopeChoice } from './scope-choice.tsx';

interface Props {
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

/** Asks what a new key may do, how much and until when. */
export function NewKey({ onClose, onMade }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const [isChosen, setChosen] = useState(false);
  const create = useMutation({
    mutationFn: (body: ApiKeyCreate) => answerOf(api.POST('/api/keys', { body })),
    onSuccess: ({ key }) => {
      onMade(key);
      return queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  const errors = fieldErrors(create.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    create.mutate(keyRequestOf(new FormData(event.currentTarget), isChosen));
  };
  return (
    <Dialog isWide onClose={onClose} title="Make a key">
      <form className="grid gap-5" onSubmit={submit}>
        <TextField
          error={errors.name}
          hint="What uses it, such as “nightly job”."
          label="Name"
          maxLength={100}
          name="name"
        />
        <CheckboxField
          checked={isChosen}
          hint="Without it, the key may do all that is the owner's own: everything but the audit log and administration."
          label="Choose its scopes"
          onChange={({ target }) => setChosen(target.checked)}
        />
        {isChosen && <ScopeChoice error={errors.scopes} />}
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 font-medium text-sm">Limits, where it shall have less than the owner</legend>
          {limitFields.map(({ name, label, step, min }) => (
            <TextField
              error={errors[`limits.${name}`]}
              inputMode="decimal"
              key={name}
              label={label}
              min={min}
              name={name}
              step={step}
              type="number"
            />
          ))}
        </fieldset>
        <TextField
          error={errors.expires_at}
          hint="In your time zone. Without it, the key works until it is revoked."
          label="Ends"
          name="expires_at"
          type="datetime-local"
        />
        {create.error && <ErrorNotice error={create.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button busy={create.isPending} type="submit" variant="primary">
            Make the key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
