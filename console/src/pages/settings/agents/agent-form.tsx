import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { AgentProfileInput } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { AccessFields } from './access-fields.tsx';
import {
  type AgentDraft,
  type AgentFields,
  agentDraftOf,
  agentErrorsOf,
  agentRequestOf,
  CUSTOM_PROGRAM,
  programs,
} from './agent-draft.ts';
import { AGENT_PROFILES } from './agent-profiles.ts';

interface Props {
  readonly name: string;
  /** Whether another profile has this name. */
  readonly isTaken?: boolean;
  readonly nameField?: (error: string | undefined) => ReactNode;
  /** The stored agent; nothing for a new one. */
  readonly stored: Readonly<Record<string, unknown>>;
  readonly action: string;
  readonly onClose: () => void;
}

export function AgentForm({ name, isTaken = false, nameField, stored, action, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const [draft, setDraft] = useState(() => agentDraftOf(stored));
  const save = useMutation({
    mutationFn: async (body: AgentProfileInput) => {
      await answerOf(api.POST('/api/agent-profiles/{name}', { params: { path: { name } }, body }));
      await queries.invalidateQueries({ queryKey: [AGENT_PROFILES] });
    },
    onSuccess: () => {
      toast({ tone: 'good', title: `Agent profile ${name} saved` });
      onClose();
    },
  });
  const refused = fieldErrors(save.error);
  const fields = {
    draft,
    errors: agentErrorsOf(refused),
    onChange: (change: Partial<AgentDraft>) => setDraft((before) => ({ ...before, ...change })),
  };
  const submit = (): void => {
    if (!isTaken) save.mutate(agentRequestOf(stored, draft));
  };
  return (
    <DialogForm action={action} mutation={save} onClose={onClose} onSubmit={submit}>
      {nameField?.(refused.name)}
      <SelectField
        error={fields.errors.kind}
        label="Kind"
        onChange={({ target }) => fields.onChange({ kind: target.value === 'acp' ? 'acp' : 'openhands' })}
        value={draft.kind}
      >
        <option value="openhands">Standard agent</option>
        <option value="acp">Agent program (ACP)</option>
      </SelectField>
      {draft.kind === 'acp' ? <ProgramFields {...fields} /> : <StandardFields {...fields} />}
      <AccessFields {...fields} />
    </DialogForm>
  );
}

/** The fields of an agent program that speaks the Agent Client Protocol. */
function ProgramFields({ draft, errors, onChange }: AgentFields) {
  const isKnown = Object.hasOwn(programs, draft.program);
  return (
    <>
      <SelectField
        error={errors.program}
        hint="The image of the sandbox must be able to run it."
        label="Program"
        onChange={({ target }) => onChange({ program: target.value })}
        options={Object.entries(programs)}
        value={draft.program}
      >
        {!isKnown && <option>{draft.program}</option>}
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
        hint="The model name that the program expects. Leave empty to use its default."
        label="Model"
        maxLength={500}
        onChange={({ target }) => onChange({ programModel: target.value })}
        spellCheck={false}
        value={draft.programModel}
      />
      <TextAreaField
        className="font-mono"
        error={errors.programArguments}
        hint={`One per line.${draft.programArguments.includes('***') ? ' Asterisks keep a saved argument.' : ''}`}
        label="Additional arguments"
        onChange={({ target }) => onChange({ programArguments: target.value })}
        rows={2}
        spellCheck={false}
        value={draft.programArguments}
      />
    </>
  );
}

/** The fields of the standard agent. */
function StandardFields({ draft, errors, onChange }: AgentFields) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['profiles'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/settings/profiles', { signal })),
  });
  const names = data?.profiles.map(({ name }) => name) ?? [];
  return (
    <>
      {data?.profiles.length === 0 && (
        <Notice title="Create a model profile first" tone="info">
          An agent profile refers to its model by the name of a{' '}
          <Link className="text-accent underline underline-offset-2" search={{ tab: 'profiles' }} to="/settings">
            model profile
          </Link>
          .
        </Notice>
      )}
      <SelectField
        error={errors.model}
        label="Model profile"
        onChange={({ target }) => onChange({ model: target.value })}
        required
        value={draft.model}
      >
        <option value="">Choose a model profile</option>
        {!names.includes(draft.model) && draft.model !== '' && (
          <option value={draft.model}>{draft.model} (deleted)</option>
        )}
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextAreaField
        error={errors.instructions}
        hint="Added to the system prompt of the agent."
        label="Instructions"
        maxLength={65_536}
        onChange={({ target }) => onChange({ instructions: target.value })}
        placeholder="Review the code for security issues. Do not change files."
        rows={4}
        value={draft.instructions}
      />
      <CheckboxField
        checked={draft.hasSubAgents}
        error={errors.hasSubAgents}
        hint="The agent can delegate tasks to its own sub-agents."
        label="Sub-agents"
        onChange={({ target }) => onChange({ hasSubAgents: target.checked })}
      />
      <CheckboxField
        checked={draft.condenses}
        error={errors.condenses}
        hint="A summary replaces old events when a conversation gets long."
        label="Summarise long conversations"
        onChange={({ target }) => onChange({ condenses: target.checked })}
      />
    </>
  );
}
