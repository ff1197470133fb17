import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import { useApi } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckboxField, TextField } from '../../../ui/fields.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { ModelField } from '../model/model-field.tsx';
import { useProfileChanges } from './use-profile-changes.ts';

interface Props {
  /** The profiles that there are. */
  readonly names: readonly string[];
  readonly onClose: () => void;
}

/** Keeps the model in use, or another one, under a name. */
export function SaveProfile({ names, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const { refresh } = useProfileChanges();
  const [name, setName] = useState('');
  const [model, setModel] = useState('');
  const [isOther, setOther] = useState(false);
  const save = useMutation({
    mutationFn: async (llm: { model: string; base_url?: string; api_key?: string } | null) => {
      const params = { path: { name: name.trim() } };
      await answerOf(api.POST('/api/v1/settings/profiles/{name}', { params, body: llm === null ? {} : { llm } }));
      await refresh();
    },
    onSuccess: () => {
      toast({ tone: 'good', title: `The profile ${name.trim()} is saved` });
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string): string => String(form.get(field) ?? '').trim();
    const [baseUrl, apiKey] = [text('base_url'), text('api_key')];
    const own = { ...(baseUrl && { base_url: baseUrl }), ...(apiKey && { api_key: apiKey }) };
    save.mutate(isOther ? { model: model.trim(), ...own } : null);
  };
  return (
    <Dialog onClose={onClose} title="Save a profile">
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          autoComplete="off"
          error={errors.name}
          hint="1 to 64 characters of A-Z a-z 0-9 . _ -"
          label="Name"
          maxLength={64}
          onChange={({ target }) => setName(target.value)}
          required
          spellCheck={false}
          value={name}
        />
        {names.includes(name.trim()) && (
          <Notice title="There is a profile with this name" tone="warn">
            Its model is replaced. Its key stays unless you give another one.
          </Notice>
        )}
        <CheckboxField
          checked={isOther}
          hint="Without it, the profile is a copy of the model in use, with its key."
          label="Another model than the one in use"
          onChange={({ target }) => setOther(target.checked)}
        />
        {isOther && (
          <>
            <ModelField error={errors['llm.model']} onChange={setModel} required value={model} />
            <TextField error={errors['llm.base_url']} label="Base URL" name="base_url" spellCheck={false} />
            <TextField
              autoComplete="off"
              error={errors['llm.api_key']}
              label="API key"
              name="api_key"
              spellCheck={false}
              type="password"
            />
          </>
        )}
        <FormEnd action="Save" mutation={save} onClose={onClose} />
      </form>
    </Dialog>
  );
}
