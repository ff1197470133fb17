import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../../shared/client/api-problem.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { CreatedOwner, OwnerCreate } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { limitsOf } from '../keys/key-request.ts';
import { LimitFields } from '../keys/limit-fields.tsx';

interface Props {
  readonly onClose: () => void;
  readonly onMade: (owner: CreatedOwner) => void;
}

/** Asks who the owner is, how much they may, and for the name of their first key. */
export function NewOwner({ onClose, onMade }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const [withKey, setWithKey] = useState(true);
  const create = useMutation({
    mutationFn: (body: OwnerCreate) => answerOf(api.POST('/api/v1/owners', { body })),
    onSuccess: (owner) => {
      onMade(owner);
      return queries.invalidateQueries({ queryKey: ['owners'] });
    },
  });
  const errors = fieldErrors(create.error);
  const isTaken = create.error instanceof ApiProblem && create.error.code === 'conflict';
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const limits = limitsOf(form);
    const name = String(form.get('key_name') ?? '').trim();
    create.mutate({
      id: String(form.get('id')).trim(),
      ...(limits === undefined ? {} : { limits }),
      ...(withKey ? { key: name === '' ? {} : { name } } : {}),
    });
  };
  return (
    <Dialog isWide onClose={onClose} title="Create owner">
      <form className="grid gap-5" onSubmit={submit}>
        <TextField
          autoComplete="off"
          error={isTaken ? 'An owner with this name exists already.' : errors.id}
          hint="A name or an email address. It cannot be changed later."
          label="Name"
          maxLength={40}
          name="id"
          required
          spellCheck={false}
        />
        <LimitFields errors={errors} legend="Limits (leave empty for the defaults of the service)" />
        <CheckboxField
          checked={withKey}
          hint="It has every scope except audit:read and admin, and is shown once."
          label="Create a first API key"
          onChange={({ target }) => setWithKey(target.checked)}
        />
        {withKey && <TextField error={errors['key.name']} label="Key name" maxLength={100} name="key_name" />}
        {create.error && !isTaken && <ErrorNotice error={create.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button busy={create.isPending} type="submit" variant="primary">
            Create owner
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
