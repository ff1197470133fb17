import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '../../../api/failure.ts';
import type { ProviderType } from '../../../api/shapes.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { UnsavedChanges } from '../../../ui/unsaved-changes.tsx';
import { gitProviders, providerOf } from './git-providers.ts';
import { TestResult } from './test-result.tsx';
import { type TokenOrder, useGitTokens } from './use-git-tokens.ts';

/** Takes a token, keeps it, and tries it out. What was typed stays until it works. */
export function TokenForm() {
  const tokens = useGitTokens();
  const [provider, setProvider] = useState<ProviderType>('github');
  const [host, setHost] = useState('');
  const [token, setToken] = useState('');
  const test = useMutation({
    mutationFn: (tested: string) => tokens.test(tested),
    onSuccess: () => {
      setToken('');
      setHost('');
    },
  });
  const save = useMutation({
    mutationFn: (order: TokenOrder) => tokens.keep(order),
    onSuccess: (_, order) => test.mutate(order.provider),
  });
  const errors = fieldErrors(save.error);
  // What is wrong with a field stands beside it.
  const isFieldError = Object.keys(errors).length > 0;
  const { needs, isOwnHost } = providerOf(provider) ?? {};
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    test.reset();
    save.mutate({ provider, token: token.trim(), host: host.trim() });
  };
  return (
    <Card title="Connect a provider">
      <form className="grid max-w-3xl gap-4" onSubmit={submit}>
        <SelectField
          label="Provider"
          onChange={({ target }) => {
            const chosen = gitProviders.find(({ value }) => value === target.value);
            if (chosen) setProvider(chosen.value);
            test.reset();
          }}
          value={provider}
        >
          {gitProviders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          autoComplete="off"
          error={errors[`provider_tokens.${provider}.host`]}
          hint={
            isOwnHost
              ? 'Such as git.example.com'
              : 'Leave empty for the public server, or name your own, such as git.example.com'
          }
          label="Host"
          onChange={({ target }) => setHost(target.value)}
          required={isOwnHost ?? false}
          spellCheck={false}
          value={host}
        />
        <TextField
          autoComplete="off"
          error={errors[`provider_tokens.${provider}.token`]}
          hint={`Required permissions: ${needs}. The token is never shown again and replaces the present one.`}
          label="Token"
          onChange={({ target }) => setToken(target.value)}
          required
          spellCheck={false}
          type="password"
          value={token}
        />
        {save.error && !isFieldError && <ErrorNotice error={save.error} />}
        {!save.error && <TestResult error={test.error} provider={test.variables ?? provider} user={test.data} />}
        {test.error && (
          <p className="text-ink-soft text-sm">
            The token is saved as it is. Correct it and save again, or remove it above.
          </p>
        )}
        <Button busy={save.isPending || test.isPending} className="justify-self-start" type="submit" variant="primary">
          Save and test
        </Button>
        <UnsavedChanges isChanged={token !== '' && !save.isPending && !test.isPending} />
      </form>
    </Card>
  );
}
