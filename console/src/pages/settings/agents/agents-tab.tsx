import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { AgentProfile } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { RenameDialog } from '../rename-dialog.tsx';
import { agentColumns } from './agent-columns.tsx';

/** What is asked for in a dialog, and of which agent. */
interface Asked {
  readonly what: 'rename' | 'delete';
  readonly name: string;
}

/** Agents under names. Programs make them; here they are chosen, renamed and deleted. */
export function AgentsTab() {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const toast = useToast();
  const [asked, setAsked] = useState<Asked>();
  const mayChange = can('POST /api/agent-profiles/{name}');
  const agents = useQuery({
    queryKey: ['agent-profiles'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/agent-profiles', { signal })),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['agent-profiles'] });
  const activate = useMutation({
    mutationFn: ({ id }: AgentProfile) =>
      answerOf(api.POST('/api/agent-profiles/{name}/activate', { params: { path: { name: id } } })),
    onSuccess: (_, { name }) => {
      toast({ tone: 'good', title: `${name} is in use`, detail: 'Clients start conversations with it from now on.' });
      return refresh();
    },
    onError: (error) => toast(failed('The change of agents', error)),
  });
  const rename = async (name: string, new_name: string): Promise<void> => {
    await answerOf(api.POST('/api/agent-profiles/{name}/rename', { params: { path: { name } }, body: { new_name } }));
    await refresh();
  };
  const remove = async (name: string): Promise<void> => {
    await answerOf(api.DELETE('/api/agent-profiles/{name}', { params: { path: { name } } }));
    await refresh();
  };
  const active = agents.data?.active_agent_profile_id ?? null;
  const columns = useMemo(
    () =>
      agentColumns({
        active,
        actions: mayChange
          ? {
              onActivate: activate.mutate,
              onRename: (name) => setAsked({ what: 'rename', name }),
              onDelete: (name) => setAsked({ what: 'delete', name }),
            }
          : undefined,
      }),
    [active, activate.mutate, mayChange],
  );
  const close = (): void => setAsked(undefined);
  return (
    <Card isFlush title="Agents under names">
      <QueryStates query={agents}>
        {({ profiles }) =>
          profiles.length > 0 ? (
            <DataTable columns={columns} label="Agent profiles" rowId={({ id }) => id} rows={profiles} />
          ) : (
            <EmptyState icon={<Bot aria-hidden />} title="No agent profiles yet">
              An agent profile is a model with instructions, tools and secrets of its own. Programs save one with{' '}
              <code className="font-mono text-xs">POST /api/agent-profiles/&#123;name&#125;</code>.
            </EmptyState>
          )
        }
      </QueryStates>
      {asked?.what === 'rename' && (
        <RenameDialog name={asked.name} onClose={close} rename={(newName) => rename(asked.name, newName)} />
      )}
      {asked?.what === 'delete' && (
        <DeleteDialog onClose={close} remove={() => remove(asked.name)} what={`The agent profile ${asked.name}`}>
          <p>Its conversations stay, and cannot begin anew in another sandbox.</p>
        </DeleteDialog>
      )}
    </Card>
  );
}
