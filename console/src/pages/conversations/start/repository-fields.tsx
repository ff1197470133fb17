import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { GitProvider } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { isProvider, providerNames } from '../repository.ts';
import type { OptionFields } from './option-fields.ts';
import type { StartDraft } from './start-draft.ts';
import { useBranches, useProviderOf, useRepositories } from './suggestions.ts';

/** Which code the agent works on. The fields take any name; where there is a token, they suggest. */
export function RepositoryFields({ draft, errors, onChange }: OptionFields) {
  const [wanted, setWanted] = useState({ repositories: false, branches: false });
  const repositories = useRepositories(draft, wanted.repositories);
  const branches = useBranches(draft, wanted.branches);
  const provider = useProviderOf(draft);
  const hasRepository = draft.repository.trim() !== '';
  return (
    <>
      <SuggestField
        error={errors.repository}
        hint={
          repositories.failure === undefined ? (
            <RepositoryHint hasToken={provider.hasToken} />
          ) : (
            `No suggestions: ${repositories.failure}`
          )
        }
        label="Repository"
        onChange={(text) => onChange(pastedRepository(text) ?? { repository: text })}
        notice={repositories.notice}
        onFocus={() => setWanted({ repositories: true, branches: false })}
        placeholder="owner/name"
        spellCheck={false}
        suggestions={repositories.suggestions}
        value={draft.repository}
      />
      <SelectField
        disabled={!hasRepository}
        error={errors.provider}
        label="Git provider"
        onChange={({ target }) => onChange({ provider: isProvider(target.value) ? target.value : '' })}
        value={draft.provider}
      >
        <option value="">{draft.provider === '' ? `${providerNames[provider.name]} (default)` : 'Default'}</option>
        {Object.entries(providerNames).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <SuggestField
        disabled={!hasRepository}
        error={errors.branch}
        hint={
          branches.failure === undefined
            ? 'Branch or tag. Leave empty for a new branch off the default one.'
            : `No suggestions: ${branches.failure}`
        }
        label="Branch"
        notice={branches.notice}
        onChange={(branch) => onChange({ branch })}
        onFocus={() => setWanted({ ...wanted, branches: true })}
        spellCheck={false}
        suggestions={branches.suggestions}
        value={draft.branch}
      />
    </>
  );
}

function RepositoryHint({ hasToken }: { readonly hasToken: boolean }) {
  const can = useCan();
  if (hasToken) return 'Leave empty for an empty workspace.';
  return (
    <>
      Leave empty for an empty workspace. Private repositories need a git token
      {can('POST /api/v1/secrets/git-providers') ? (
        <>
          {': '}
          <Link className="text-accent underline underline-offset-2" search={{ tab: 'git' }} to="/settings">
            add one
          </Link>
          .
        </>
      ) : (
        '.'
      )}
    </>
  );
}

/** The public servers by the names in their addresses. */
const publicHosts: Readonly<Record<string, GitProvider>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
  'codeberg.org': 'forgejo',
};

/** What follows the name of a repository in the address of one of its branches. */
const branchPaths = ['/-/tree/', '/tree/', '/src/branch/'];

/**
 * Reads an address that was pasted in place of a name, such as `https://github.com/acme/shop` or
 * `git@github.com:acme/shop.git`. @returns undefined for anything else
 */
export function pastedRepository(text: string): Partial<StartDraft> | undefined {
  const [, host, rest] = /^(?:https?:\/\/|ssh:\/\/git@|git@)([^/:\s]+)(?::\d+)?[/:](\S+?)\/?$/.exec(text.trim()) ?? [];
  if (host === undefined || rest === undefined) return undefined;
  const path = rest.replace(/[?#].*$/, '');
  const mark = branchPaths.find((one) => path.includes(one));
  const [name = '', branch] = mark === undefined ? [path] : path.split(mark);
  const provider = publicHosts[host.toLowerCase().replace(/^www\./, '')];
  return {
    repository: name.replace(/\.git$/, ''),
    ...(branch === undefined ? {} : { branch }),
    ...(provider === undefined ? {} : { provider }),
  };
}
