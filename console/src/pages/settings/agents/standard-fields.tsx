import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { useApi } from '../../../session/session.ts';
import { CheckboxField, SelectField, TextAreaField } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { AgentFields } from './agent-fields.ts';

/** The fields of the standard agent. */
export function StandardFields({ draft, errors, onChange }: AgentFields) {
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
        hint="The agent may delegate tasks to agents of its own."
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
