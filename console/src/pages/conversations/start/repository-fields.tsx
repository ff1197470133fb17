import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../../session/session.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { isProvider, providerNames } from '../git-providers.ts';
import type { OptionFields } from './option-fields.ts';
import { pastedRepository } from './repository-address.ts';
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
