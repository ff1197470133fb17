import { useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { LONGEST_TITLE } from '../actions/use-actions.ts';
import { isProvider, providerNames } from '../git-providers.ts';
import type { StartDraft } from './start-draft.ts';
import { useBranches, useModels, useProviderOf, useRepositories, useSpecs } from './suggestions.ts';

interface Props {
  readonly draft: StartDraft;
  readonly errors: Partial<Record<keyof StartDraft, string>>;
  readonly onChange: (changed: Partial<StartDraft>) => void;
}

/** What a start can do without. Open where something of it was entered or is not right. */
export function MoreOptions(props: Props) {
  const { draft, errors } = props;
  const has = (values: Partial<Record<keyof StartDraft, string>>): boolean =>
    Object.entries(values).some(([name, value]) => name !== 'message' && value);
  const [isOpen, setOpen] = useState(() => has(draft));
  return (
    <details
      className="rounded-lg border border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      open={isOpen || has(errors)}
    >
      <summary className="rounded-lg px-3 py-2 font-medium text-sm hover:bg-raised">
        More options: <span className="font-normal text-ink-soft">repository, model, sandbox, title</span>
      </summary>
      {isOpen && (
        <div className="grid gap-4 p-3 sm:grid-cols-2">
          <RepositoryFields {...props} />
          <OtherFields {...props} />
        </div>
      )}
    </details>
  );
}

function RepositoryFields({ draft, errors, onChange }: Props) {
  const repositories = useRepositories(draft);
  const branches = useBranches(draft);
  const provider = useProviderOf(draft);
  const hasRepository = draft.repository.trim() !== '';
  return (
    <>
      <SuggestField
        error={errors.repository}
        hint={
          repositories.error
            ? `No suggestions: ${failureOf(repositories.error).detail}`
            : provider.hasToken
              ? `Searched at ${providerNames[provider.name]} as you type. Empty: an empty workspace.`
              : 'owner/name. Empty: an empty workspace. Private ones need a token, under Settings.'
        }
        label="Repository"
        onChange={({ target }) => onChange({ repository: target.value })}
        placeholder="owner/name"
        spellCheck={false}
        suggestions={repositories.data?.items.map(({ full_name }) => full_name) ?? []}
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
          branches.error
            ? `No suggestions: ${failureOf(branches.error).detail}`
            : 'A branch or a tag. Empty: a new branch from the default one.'
        }
        label="Branch"
        onChange={({ target }) => onChange({ branch: target.value })}
        spellCheck={false}
        suggestions={branches.data?.items.map(({ name }) => name) ?? []}
        value={draft.branch}
      />
    </>
  );
}

function OtherFields({ draft, errors, onChange }: Props) {
  const models = useModels();
  const specs = useSpecs();
  return (
    <>
      <SuggestField
        error={errors.model}
        hint="Empty: the one of your settings, or of the service."
        label="Model"
        onChange={({ target }) => onChange({ model: target.value })}
        placeholder={models.data?.[0]}
        spellCheck={false}
        suggestions={models.data ?? []}
        value={draft.model}
      />
      {(specs.data ?? specs.isLoading) && (
        <SelectField
          error={errors.spec}
          label="Sandbox"
          onChange={({ target }) => onChange({ spec: target.value })}
          value={draft.spec}
        >
          {(specs.data ?? ['']).map((id, index) => (
            <option key={id} value={index === 0 ? '' : id}>
              {index === 0 ? `${id} (default)`.trim() : id}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        error={errors.title}
        hint="Empty: the agent finds one."
        label="Title"
        maxLength={LONGEST_TITLE}
        onChange={({ target }) => onChange({ title: target.value })}
        value={draft.title}
      />
    </>
  );
}
