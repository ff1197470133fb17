import { SelectField, TextAreaField, TextField } from '../../../ui/fields.tsx';
import { CUSTOM_PROGRAM } from './agent-draft.ts';
import type { AgentFields } from './agent-fields.ts';
import { programs } from './programs.ts';

/** The fields of an agent program that speaks the Agent Client Protocol. */
export function ProgramFields({ draft, errors, onChange }: AgentFields) {
  const isKnown = Object.hasOwn(programs, draft.program);
  return (
    <>
      <SelectField
        error={errors.program}
        hint="The image of the sandbox must be able to run it."
        label="Program"
        onChange={({ target }) => onChange({ program: target.value })}
        value={draft.program}
      >
        {!isKnown && <option>{draft.program}</option>}
        {Object.entries(programs).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      {(draft.program === CUSTOM_PROGRAM || draft.command !== '') && (
        <TextField
          className="font-mono"
          error={errors.command}
          hint="The program with its arguments, such as npx my-agent."
          label="Command"
          maxLength={4_000}
          onChange={({ target }) => onChange({ command: target.value })}
          required={draft.program === CUSTOM_PROGRAM}
          spellCheck={false}
          value={draft.command}
        />
      )}
      <TextField
        error={errors.programModel}
        hint="As the program names it. Leave empty for its default."
        label="Model"
        maxLength={500}
        onChange={({ target }) => onChange({ programModel: target.value })}
        spellCheck={false}
        value={draft.programModel}
      />
      <TextAreaField
        className="font-mono"
        error={errors.programArguments}
        hint={`One on each line.${draft.programArguments.includes('***') ? ' Asterisks keep a saved argument.' : ''}`}
        label="Additional arguments"
        onChange={({ target }) => onChange({ programArguments: target.value })}
        rows={2}
        spellCheck={false}
        value={draft.programArguments}
      />
    </>
  );
}
