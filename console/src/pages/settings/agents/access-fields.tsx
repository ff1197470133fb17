import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { useApi } from '../../../session/session.ts';
import { CheckboxField } from '../../../ui/fields.tsx';
import { useSettings } from '../settings-query.ts';
import type { AgentFields } from './agent-draft.ts';

/** The maximum of an owner. */
const ALL_SECRETS = 100;

/** The secrets and MCP servers of the owner that the agent receives. */
export function AccessFields({ draft, errors, onChange }: AgentFields) {
  const api = useApi();
  const { data: secrets } = useQuery({
    queryKey: ['secrets', 'all'],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/secrets/search', { params: { query: { limit: ALL_SECRETS } }, signal })),
    select: ({ items }) => items.map(({ name }) => name),
  });
  const { data: settings } = useSettings();
  const servers = serversOf(settings?.agent_settings);
  return (
    <>
      <Choice
        all="All secrets"
        chosen={draft.secrets}
        error={errors.secrets}
        names={secrets ?? []}
        onChange={(chosen) => onChange({ secrets: chosen })}
      />
      <Choice
        all="All MCP servers"
        chosen={draft.servers}
        error={errors.servers}
        names={servers}
        onChange={(chosen) => onChange({ servers: chosen })}
      />
    </>
  );
}

interface ChoiceProps {
  /** The label of the checkbox that selects all. */
  readonly all: string;
  /** The available names. */
  readonly names: readonly string[];
  readonly chosen: readonly string[] | null;
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

/** All names, or a selection of them. Nothing if there are none. */
function Choice({ all, names, chosen, error, onChange }: ChoiceProps) {
  const offered = [...new Set([...names, ...(chosen ?? [])])];
  if (offered.length === 0 && chosen === null) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{all}</legend>
      <CheckboxField
        checked={chosen === null}
        error={error}
        label={all}
        onChange={({ target }) => onChange(target.checked ? null : [])}
      />
      {chosen !== null && (
        <div className="ml-6.5 grid gap-2 sm:grid-cols-2">
          {offered.map((name) => (
            <CheckboxField
              checked={chosen.includes(name)}
              key={name}
              label={name}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** The names of the MCP servers in the agent settings. */
function serversOf(agent: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const servers = agent?.mcp_config;
  return typeof servers === 'object' && servers !== null ? Object.keys(servers) : [];
}
