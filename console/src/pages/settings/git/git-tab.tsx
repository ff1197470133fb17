import { useMutation, useQuery } from '@tanstack/react-query';
import { GitBranch, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { GitProvider, GitUser } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { UnsavedChanges } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { onFields } from '../../../ui/forms.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorNotice, QueryStates, RequestId } from '../../../ui/query-states.tsx';
import { DeleteDialog } from '../delete-dialog.tsx';
import { useSettings } from '../settings-query.ts';
import { gitProviders, providerOf, type TokenOrder, useGitTokens } from './git-tokens.ts';
import { GitHubAppCard } from './github-app.tsx';

/** The tokens with which agents clone and push. */
export function GitTab() {
  const can = useCan();
  const settings = useSettings();
  const { forget } = useGitTokens();
  const [asked, setAsked] = useState<string>();
  const canChange = can('POST /api/v1/secrets/git-providers');
  const label = asked === undefined ? '' : (providerOf(asked)?.label ?? asked);
  return (
    <div className="grid gap-5">
      <Card isFlush title="Connected providers">
        <QueryStates query={settings}>
          {({ provider_tokens_set: kept }) => {
            const rows = Object.entries(kept);
            return rows.length > 0 ? (
              <ul className="divide-y divide-line">
                {rows.map(([provider, host]) => (
                  <KeptToken
                    host={host}
                    key={provider}
                    onRemove={canChange ? () => setAsked(provider) : undefined}
                    provider={provider}
                  />
                ))}
              </ul>
            ) : (
              <EmptyState icon={GitBranch} title="No git provider connected">
                With a token, conversations start with your private repositories, and agents can push to them.
              </EmptyState>
            );
          }}
        </QueryStates>
      </Card>
      {canChange && <TokenForm />}
      {settings.data && <GitHubAppCard canChange={canChange} kept={settings.data.github_app} />}
      {asked !== undefined && (
        <DeleteDialog onClose={() => setAsked(undefined)} remove={() => forget(asked)} what={`Token for ${label}`}>
          <p>Agents can no longer clone and push there. The token itself stays valid until you revoke it at {label}.</p>
        </DeleteDialog>
      )}
    </div>
  );
}

interface KeptTokenProps {
  readonly provider: string;
  /** Null for the public server. */
  readonly host: string | null;
  /** Undefined for a read-only key. */
  readonly onRemove: (() => void) | undefined;
}

/** A stored token: its provider and host, and a test of it. */
function KeptToken({ provider, host, onRemove }: KeptTokenProps) {
  const tokens = useGitTokens();
  // Only the button sends the request; a new token discards the result.
  const test = useQuery({ queryKey: ['git-user', provider], queryFn: () => tokens.test(provider), enabled: false });
  const label = providerOf(provider)?.label ?? provider;
  return (
    <li className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="grid min-w-0 gap-0.5">
          <span className="font-medium">{label}</span>
          <span className="break-all text-ink-soft text-xs">{host ?? 'Public server'}</span>
        </span>
        <span className="flex gap-2">
          <Button aria-label={`Test the token for ${label}`} busy={test.isFetching} onClick={() => void test.refetch()}>
            Test
          </Button>
          {onRemove && <IconButton icon={Trash2} label={`Remove the token for ${label}`} onClick={onRemove} />}
        </span>
      </div>
      <TestResult error={test.error} provider={provider} user={test.data} />
    </li>
  );
}

interface TestResultProps {
  readonly provider: string;
  readonly user: GitUser | undefined;
  readonly error: Error | null;
}

/** Errors that require another token. */
const ofToken: readonly string[] = ['git_token_refused', 'git_scope_missing'];

/** The account of a token, or why the token does not work and what to do. */
function TestResult({ provider, user, error }: TestResultProps) {
  const { label, needs } = providerOf(provider) ?? { label: provider, needs: undefined };
  if (error instanceof ApiProblem && error.code.startsWith('git_')) {
    return (
      <Notice title={`The token for ${label} does not work`} tone="bad">
        <p>{error.message}</p>
        {ofToken.includes(error.code) && needs !== undefined && <p>Required permissions: {needs}.</p>}
        {error.requestId !== null && <RequestId id={error.requestId} />}
      </Notice>
    );
  }
  if (error) return <ErrorNotice error={error} />;
  if (!user) return null;
  return (
    <Notice title={`The token for ${label} works`} tone="good">
      Signed in to {label} as <b className="break-all">{user.login}</b>
      {user.name !== null && user.name !== user.login && ` (${user.name})`}.
    </Notice>
  );
}

/** Stores a token and tests it. The input stays until the token works. */
function TokenForm() {
  const tokens = useGitTokens();
  const [provider, setProvider] = useState<GitProvider>('github');
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
  // Errors of a field are shown next to it.
  const isFieldError = Object.keys(errors).length > 0;
  const { needs, isOwnHost } = providerOf(provider) ?? {};
  const submit = (): void => {
    test.reset();
    save.mutate({ provider, token: token.trim(), host: host.trim() });
  };
  return (
    <Card title="Connect a provider">
      <form className="grid max-w-3xl gap-4" onSubmit={onFields(submit)}>
        <SelectField
          label="Provider"
          onChange={({ target }) => {
            const chosen = gitProviders.find(({ value }) => value === target.value);
            if (chosen) setProvider(chosen.value);
            test.reset();
          }}
          options={gitProviders.map(({ value, label }) => [value, label])}
          value={provider}
        />
        <TextField
          autoComplete="off"
          error={errors[`provider_tokens.${provider}.host`]}
          hint={
            isOwnHost
              ? 'Such as git.example.com or example.com/git'
              : 'Leave empty for the public server, or enter your own, such as git.example.com'
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
          hint={`Required permissions: ${needs}. The token replaces the current one and is never shown again.`}
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
            The token was saved anyway. Correct it and save again, or remove it above.
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
