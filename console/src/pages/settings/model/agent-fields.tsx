import { CheckboxField, SelectField, TextField } from '../../../ui/fields.tsx';
import type { FieldsOfForm } from './fields-of-form.ts';

/** How long agents go on, when they ask, and what becomes of a long history. */
export function AgentFields({ draft, errors, onChange }: FieldsOfForm) {
  return (
    <div className="grid max-w-3xl gap-4">
      <TextField
        error={errors['conversation_settings_diff.max_iterations']}
        hint="An agent stops after this many. Leave empty for the default of the service."
        inputMode="numeric"
        label="Maximum steps"
        onChange={({ target }) => onChange({ maxIterations: target.value })}
        step={1}
        type="number"
        value={draft.maxIterations}
      />
      <CheckboxField
        checked={draft.confirms}
        error={errors['conversation_settings_diff.confirmation_mode']}
        hint="The agent waits until a person allows an action."
        label="Ask for confirmation"
        onChange={({ target }) => onChange({ confirms: target.checked })}
      />
      {draft.confirms && (
        <SelectField
          error={errors['conversation_settings_diff.security_analyzer']}
          label="When to ask"
          onChange={({ target }) => onChange({ analyzer: target.value })}
          value={draft.analyzer}
        >
          <option value="llm">Before actions that the model rates as risky</option>
          <option value="none">Before each action</option>
          {!['llm', 'none'].includes(draft.analyzer) && <option>{draft.analyzer}</option>}
        </SelectField>
      )}
      <CheckboxField
        checked={draft.condenses}
        error={errors['agent_settings_diff.condenser.enabled']}
        hint="A summary replaces old events when a conversation gets long. Otherwise it ends at the context limit of the model."
        label="Summarise long conversations"
        onChange={({ target }) => onChange({ condenses: target.checked })}
      />
      {draft.condenses && (
        <TextField
          error={errors['agent_settings_diff.condenser.max_size']}
          hint="Beyond this number, the oldest events are summarised. Leave empty for the default of the service."
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
