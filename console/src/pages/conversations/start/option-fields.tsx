import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../../session/session.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { useAgentProfiles } from '../../settings/agents/agent-profiles.ts';
import { ModelField } from '../../settings/model/model-field.tsx';
import { LONGEST_TITLE } from '../actions/use-actions.ts';
import { isProvider, providerNames } from '../repository.ts';
import { pastedRepository } from './pasted-repository.ts';
import { PrebuildHint } from './prebuild-hint.tsx';
import { SandboxFields } from './sandbox-fields.tsx';
import { type OptionFields as Props, STANDARD_AGENT } from './start-draft.ts';
import { useBranches, useProviderOf, useRepositories } from './suggestions.ts';

/** The fields of `MoreOptions`. */
export function OptionFields(props: Props) {
  return (
    <div className="grid gap-4 p-3 sm:grid-cols-2">
      <RepositoryFields {...props} />
      <PrebuildHint draft={props.draft} />
      <OtherFields {...props} />
    </div>
  );
}

function OtherFields(props: Props) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <ModelField
        error={errors.model}
        hint="In the form provider/model. Leave empty to use the model from your settings."
        onChange={(model) => onChange({ model })}
        value={draft.model}
      />
      <AgentField {...props} />
      <SandboxFields {...props} />
      <TextField
        error={errors.title}
        hint="Leave empty to let the agent choose one."
        label="Title"
        maxLength={LONGEST_TITLE}
        onChange={({ target }) => onChange({ title: target.value })}
        value={draft.title}
      />
    </>
  );
}

/** Selects an agent profile of the owner; nothing if there is none. */
function AgentField({ draft, errors, onChange }: Props) {
  const { data } = useAgentProfiles();
  if (data === undefined || data.profiles.length === 0) return null;
  const active = data.profiles.find(({ id }) => id === data.active_agent_profile_id);
  return (
    <SelectField
      error={errors.agent}
      label="Agent"
      onChange={({ target }) => onChange({ agent: target.value })}
      options={data.profiles.filter((profile) => profile !== active).map(({ id, name }) => [id, name])}
      value={active === undefined && draft.agent === STANDARD_AGENT ? '' : draft.agent}
    >
      <option value="">{active === undefined ? 'Default agent' : `${active.name} (default)`}</option>
      {active !== undefined && <option value={STANDARD_AGENT}>Standard agent</option>}
    </SelectField>
  );
}

/** The code that the agent works on. The fields accept any name, and suggest names if there is a token. */
function RepositoryFields({ draft, errors, onChange }: Props) {
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
        options={Object.entries(providerNames)}
        value={draft.provider}
      >
        <option value="">{draft.provider === '' ? `${providerNames[provider.name]} (default)` : 'Default'}</option>
      </SelectField>
      <SuggestField
        disabled={!hasRepository}
        error={errors.branch}
        hint={
          branches.failure === undefined
            ? 'Branch or tag. Leave empty to create a new branch from the default branch.'
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
  if (hasToken) return 'Leave empty to start with an empty workspace.';
  return (
    <>
      Leave empty to start with an empty workspace. Private repositories need a git token
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
