import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { UnsavedChanges } from '../../../ui/confirm-dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/fields.tsx';
import { onFields } from '../../../ui/forms.ts';
import { ErrorNotice } from '../../../ui/query-states.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { type KeptApp, useGitTokens } from './git-tokens.ts';

interface Props {
  readonly kept: KeptApp | null;
  /** Whether the key can change settings. */
  readonly canChange: boolean;
}

/** The GitHub App whose tokens last for one hour, and the form for it. */
export function GitHubAppCard({ kept, canChange }: Props) {
  const { keepApp } = useGitTokens();
  const [isAsked, setAsked] = useState(false);
  if (!kept && !canChange) return null;
  return (
    <Card title="GitHub App">
      <div className="grid max-w-3xl gap-4">
        <p className="text-ink-soft text-sm">
          With an App, each conversation gets a token for its own repository that lasts for one hour, in place of your
          personal token.
        </p>
        {kept && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="grid min-w-0 gap-0.5">
              <span className="break-all font-medium">App {kept.app_id}</span>
              <span className="break-all text-ink-soft text-xs">
                {kept.host ?? 'github.com'}
                {kept.installation_id !== null && `, installation ${kept.installation_id} only`}
              </span>
            </span>
            {canChange && <IconButton icon={Trash2} label="Remove the GitHub App" onClick={() => setAsked(true)} />}
          </div>
        )}
        {canChange && <AppForm key={kept?.app_id} kept={kept} />}
      </div>
      {isAsked && kept && (
        <DeleteDialog onClose={() => setAsked(false)} remove={() => keepApp(null)} what={`GitHub App ${kept.app_id}`}>
          <p>
            Conversations get your personal token instead, if you have stored one. The App and its key stay at GitHub.
          </p>
        </DeleteDialog>
      )}
    </Card>
  );
}

function AppForm({ kept }: Pick<Props, 'kept'>) {
  const { keepApp } = useGitTokens();
  const [appId, setAppId] = useState(kept?.app_id ?? '');
  const [installation, setInstallation] = useState(kept?.installation_id ?? '');
  const [host, setHost] = useState(kept?.host ?? '');
  const [key, setKey] = useState('');
  const save = useMutation({ mutationFn: keepApp, onSuccess: () => setKey('') });
  const errors = fieldErrors(save.error);
  const isFieldError = Object.keys(errors).length > 0;
  const submit = (): void =>
    save.mutate({
      app_id: appId.trim(),
      installation_id: installation.trim() || null,
      host: host.trim() || null,
      private_key: key.trim() || null,
    });
  return (
    <form className="grid gap-4" onSubmit={onFields(submit)}>
      <TextField
        autoComplete="off"
        error={errors['github_app.app_id']}
        hint="From the page of the App. It needs the repository permissions Contents and Pull requests, both Read and write."
        label="App ID or client ID"
        onChange={({ target }) => setAppId(target.value)}
        required
        spellCheck={false}
        value={appId}
      />
      <TextAreaField
        autoComplete="off"
        className="font-mono"
        error={errors['github_app.private_key']}
        hint={
          kept
            ? 'Leave empty to keep the stored key.'
            : 'The text of the PEM file that “Generate a private key” downloads. It is never shown again.'
        }
        label="Private key"
        onChange={({ target }) => setKey(target.value)}
        required={!kept}
        rows={4}
        spellCheck={false}
        value={key}
      />
      <TextField
        autoComplete="off"
        error={errors['github_app.installation_id']}
        hint="Leave empty to use the installation of each repository."
        label="Installation ID"
        onChange={({ target }) => setInstallation(target.value)}
        spellCheck={false}
        value={installation}
      />
      <TextField
        autoComplete="off"
        error={errors['github_app.host']}
        hint="Leave empty for github.com, or enter your own server, such as git.example.com"
        label="Server of the App"
        onChange={({ target }) => setHost(target.value)}
        spellCheck={false}
        value={host}
      />
      {save.error && !isFieldError && <ErrorNotice error={save.error} />}
      <Button busy={save.isPending} className="justify-self-start" type="submit" variant="primary">
        Save the App
      </Button>
      <UnsavedChanges isChanged={key !== '' && !save.isPending} />
    </form>
  );
}
