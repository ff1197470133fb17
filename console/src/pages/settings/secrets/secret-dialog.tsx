import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { Secret } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/fields.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { useToast } from '../../../ui/toasts.ts';

interface Props {
  /** The secret that is changed; undefined for a new one. */
  readonly secret?: Secret;
  readonly onClose: () => void;
}

/** Takes a value that is never shown again. */
export function SecretDialog({ secret, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: async ({ name, value, description }: { name: string; value: string; description: string }) => {
      const body = { name, description };
      if (secret === undefined) await answerOf(api.POST('/api/v1/secrets', { body: { ...body, value } }));
      else {
        const params = { path: { secret_id: secret.name } };
        const change = value === '' ? body : { ...body, value };
        await answerOf(api.PUT('/api/v1/secrets/{secret_id}', { params, body: change }));
      }
      await queries.invalidateQueries({ queryKey: ['secrets'] });
    },
    onSuccess: (_, { name }) => {
      toast({ tone: 'good', title: `Secret ${name} saved` });
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string): string => String(form.get(field) ?? '');
    save.mutate({ name: text('name').trim(), value: text('value'), description: text('description').trim() });
  };
  const isNew = secret === undefined;
  return (
    <Dialog onClose={onClose} title={isNew ? 'Add secret' : `Edit ${secret.name}`}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          autoComplete="off"
          defaultValue={secret?.name}
          error={errors.name}
          hint={
            isNew
              ? 'The name of the environment variable, such as NPM_TOKEN. A secret with this name is replaced.'
              : 'The name of the environment variable.'
          }
          label="Name"
          maxLength={128}
          name="name"
          required
          spellCheck={false}
        />
        <TextAreaField
          autoComplete="off"
          className="font-mono"
          error={errors.value}
          hint={isNew ? 'Once saved, it is never shown.' : 'The value is never shown. Leave it empty to keep it.'}
          label={isNew ? 'Value' : 'New value'}
          maxLength={32_000}
          name="value"
          required={isNew}
          rows={3}
          spellCheck={false}
        />
        <TextField
          defaultValue={secret?.description ?? ''}
          error={errors.description}
          label="Description"
          maxLength={1_000}
          name="description"
        />
        <FormEnd action={isNew ? 'Add' : 'Save'} mutation={save} onClose={onClose} />
      </form>
    </Dialog>
  );
}
