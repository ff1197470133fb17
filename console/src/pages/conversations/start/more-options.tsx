import { useState } from 'react';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { useAgentProfiles } from '../../settings/agents/agent-profiles.ts';
import { LONGEST_TITLE } from '../actions/use-actions.ts';
import type { OptionFields } from './option-fields.ts';
import { RepositoryFields } from './repository-fields.tsx';
import { STANDARD_AGENT, type StartDraft } from './start-draft.ts';
import { useModels, useSpecs } from './suggestions.ts';

/** What a start can do without. Open where something of it was entered or is not right. */
export function MoreOptions(props: OptionFields) {
  const { draft, errors } = props;
  const has = (values: Partial<Record<keyof StartDraft, string>>): boolean =>
    Object.entries(values).some(([name, value]) => name !== 'message' && value && value !== STANDARD_AGENT);
  const [isOpen, setOpen] = useState(() => has(draft));
  return (
    <details
      className="rounded-lg border border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      open={isOpen || has(errors)}
    >
      <summary className="rounded-lg px-3 py-2 font-medium text-sm hover:bg-raised">
        More options: <span className="font-normal text-ink-soft">repository, model, agent, sandbox, title</span>
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

function OtherFields({ draft, errors, onChange }: OptionFields) {
  const models = useModels(draft.model.trim());
  const specs = useSpecs();
  return (
    <>
      <SuggestField
        error={errors.model}
        hint="As provider/model. Leave empty for the model of your settings."
        label="Model"
        onChange={(model) => onChange({ model })}
        spellCheck={false}
        suggestions={models}
        value={draft.model}
      />
      <AgentField draft={draft} errors={errors} onChange={onChange} />
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
        hint="Leave empty to let the agent choose one."
        label="Title"
        maxLength={LONGEST_TITLE}
        onChange={({ target }) => onChange({ title: target.value })}
        value={draft.title}
      />
    </>
  );
}

/** Chooses one of the agents that the owner keeps; nothing where there is none to choose. */
function AgentField({ draft, errors, onChange }: OptionFields) {
  const { data } = useAgentProfiles();
  if (data === undefined || data.profiles.length === 0) return null;
  const active = data.profiles.find(({ id }) => id === data.active_agent_profile_id);
  return (
    <SelectField
      error={errors.agent}
      label="Agent"
      onChange={({ target }) => onChange({ agent: target.value })}
      value={active === undefined && draft.agent === STANDARD_AGENT ? '' : draft.agent}
    >
      <option value="">{active === undefined ? 'Default agent' : `${active.name} (default)`}</option>
      {active !== undefined && <option value={STANDARD_AGENT}>Standard agent</option>}
      {data.profiles
        .filter((profile) => profile !== active)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}
