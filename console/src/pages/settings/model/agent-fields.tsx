import { CheckboxField, SelectField, TextField } from '../../../ui/fields.tsx';
import type { FieldsOfForm } from './fields-of-form.ts';

/** How long agents go on, when they ask, and what becomes of a long history. */
export function AgentFields({ draft, errors, onChange }: FieldsOfForm) {
  return (
    <div className="grid max-w-3xl gap-4">
      <TextField
        error={errors['conversation_settings_diff.max_iterations']}
        hint="An agent stops after this many. Empty: as many as the service has set."
        inputMode="numeric"
        label="Steps at most"
        onChange={({ target }) => onChange({ maxIterations: target.value })}
        step={1}
        type="number"
        value={draft.maxIterations}
      />
      <CheckboxField
        checked={draft.confirms}
        error={errors['conversation_settings_diff.confirmation_mode']}
        hint="A person confirms before the agent acts."
        label="The agent asks before it acts"
        onChange={({ target }) => onChange({ confirms: target.checked })}
      />
      {draft.confirms && (
        <SelectField
          error={errors['conversation_settings_diff.security_analyzer']}
          label="It asks"
          onChange={({ target }) => onChange({ analyzer: target.value })}
          value={draft.analyzer}
        >
          <option value="llm">before actions that the language model calls risky</option>
          <option value="none">before each action</option>
          {!['llm', 'none'].includes(draft.analyzer) && <option>{draft.analyzer}</option>}
        </SelectField>
      )}
      <CheckboxField
        checked={draft.condenses}
        error={errors['agent_settings_diff.condenser.enabled']}
        hint="A summary takes the place of old events when the history gets long. Without it, a long conversation ends at the limit of the model."
        label="Summarise long histories"
        onChange={({ target }) => onChange({ condenses: target.checked })}
      />
      {draft.condenses && (
        <TextField
          error={errors['agent_settings_diff.condenser.max_size']}
          hint="With more than this, the oldest are summarised. Empty: as the service has set."
          inputMode="numeric"
          label="Events before a summary"
          onChange={({ target }) => onChange({ condenserSize: target.value })}
          step={1}
          type="number"
          value={draft.condenserSize}
        />
      )}
    </div>
  );
}
