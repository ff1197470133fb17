import { count } from '../../../../../shared/presentation/money.ts';
import type { AgentProfile } from '../../../api/shapes.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ProfileMenu } from '../profile-menu.tsx';

interface Options {
  /** The id of the agent in use. */
  readonly active: string | null;
  /** Undefined where the key may only read. */
  readonly actions:
    | {
        readonly onActivate: (agent: AgentProfile) => void;
        readonly onEdit: (name: string) => void;
        readonly onRename: (name: string) => void;
        readonly onDelete: (name: string) => void;
      }
    | undefined;
}

export function agentColumns({ active, actions }: Options): readonly Column<AgentProfile>[] {
  const columns: readonly Column<AgentProfile>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: ({ id, name }) => (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <span className="break-all">{name}</span>
          {id === active && <Badge tone="good">In use</Badge>}
        </span>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: 'kind',
      header: 'Kind',
      cell: ({ agent_kind: kind }) => (kind === 'acp' ? 'Agent program (ACP)' : 'Standard'),
    },
    {
      id: 'model',
      header: 'Model profile',
      cell: ({ llm_profile_ref: model }) => model ?? 'Its own',
      className: 'hidden sm:table-cell',
    },
    {
      id: 'revision',
      header: 'Revision',
      cell: ({ revision }) => count(revision),
      align: 'right',
      className: 'hidden md:table-cell',
    },
  ];
  if (!actions) return columns;
  return [
    ...columns,
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      cell: (agent) => (
        <ProfileMenu
          name={agent.name}
          onActivate={agent.id === active ? undefined : () => actions.onActivate(agent)}
          onDelete={() => actions.onDelete(agent.name)}
          onEdit={() => actions.onEdit(agent.name)}
          onRename={() => actions.onRename(agent.name)}
        />
      ),
    },
  ];
}
