import { SelectField } from '../../../ui/fields.tsx';
import { useAgentProfiles } from '../../settings/agents/agent-profiles.ts';
import type { OptionFields } from './option-fields.ts';
import { STANDARD_AGENT } from './start-draft.ts';

/** Chooses one of the agents that the owner keeps; nothing where there is none to choose. */
export function AgentField({ draft, errors, onChange }: OptionFields) {
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
