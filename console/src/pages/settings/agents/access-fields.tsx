import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { useApi } from '../../../session/session.ts';
import { CheckboxField } from '../../../ui/fields.tsx';
import { useSettings } from '../settings-query.ts';
import type { AgentFields } from './agent-draft.ts';

/** As many as an owner may have. */
const ALL_SECRETS = 100;

/** Which secrets and MCP servers of the owner the agent is given. */
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
  /** What it is called to choose all of them. */
  readonly all: string;
  /** Those that there are. */
  readonly names: readonly string[];
  readonly chosen: readonly string[] | null;
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

/** All of some names, or a choice of them. Nothing where there is nothing to choose. */
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

/** The names of the MCP servers in the settings of an agent. */
function serversOf(agent: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const servers = agent?.mcp_config;
  return typeof servers === 'object' && servers !== null ? Object.keys(servers) : [];
}
