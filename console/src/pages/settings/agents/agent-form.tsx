import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import type { AgentProfileInput } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { FormEnd } from '../../../ui/form-end.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { AccessFields } from './access-fields.tsx';
import { type AgentDraft, agentDraftOf, agentErrorsOf, agentRequestOf } from './agent-draft.ts';
import { AGENT_PROFILES } from './agent-profiles.ts';
import { ProgramFields } from './program-fields.tsx';
import { StandardFields } from './standard-fields.tsx';

interface Props {
  readonly name: string;
  /** Whether another profile has this name. */
  readonly isTaken?: boolean;
  readonly nameField?: (error: string | undefined) => ReactNode;
  /** What is stored; nothing for a new one. */
  readonly stored: Readonly<Record<string, unknown>>;
  readonly action: string;
  readonly onClose: () => void;
}

/** What an agent is: the model it uses, its instructions, and what it is given. */
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
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isTaken) save.mutate(agentRequestOf(stored, draft));
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
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
      <FormEnd action={action} mutation={save} onClose={onClose} />
    </form>
  );
}
