import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import type { AgentProfile } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { DeleteDialog, ProfileNameField, profileColumns, RenameDialog } from '../item-actions.tsx';
import { AgentForm } from './agent-form.tsx';
import { AGENT_PROFILES, useAgentProfiles } from './agent-profiles.ts';

/** The open dialog, and its agent. */
type Asked = { readonly what: 'new' } | { readonly what: 'edit' | 'rename' | 'delete'; readonly name: string };

/** Named agents, one of which can be in use. */
export function AgentsTab() {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const toast = useToast();
  const [asked, setAsked] = useState<Asked>();
  const mayChange = can('POST /api/agent-profiles/{name}');
  const agents = useAgentProfiles();
  const refresh = () => queries.invalidateQueries({ queryKey: [AGENT_PROFILES] });
  const activate = useMutation({
    mutationFn: ({ id }: AgentProfile) =>
      answerOf(api.POST('/api/agent-profiles/{name}/activate', { params: { path: { name: id } } })),
    onSuccess: (_, { name }) => {
      toast({ tone: 'good', title: `${name} is now in use`, detail: 'New conversations start with it.' });
      return refresh();
    },
    onError: (error) => toast(failed('Switching agents', error)),
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
      profileColumns(agentColumns, {
        isActive: ({ id }) => id === active,
        actions: mayChange
          ? { onActivate: activate.mutate, onChoose: (what, name) => setAsked({ what, name }) }
          : undefined,
      }),
    [active, activate.mutate, mayChange],
  );
  const close = (): void => setAsked(undefined);
  const create = mayChange && (
    <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAsked({ what: 'new' })}>
      New profile
    </Button>
  );
  return (
    <Card actions={create} isFlush title="Agent profiles">
      <QueryStates query={agents}>
        {({ profiles }) =>
          profiles.length > 0 ? (
            <DataTable columns={columns} label="Agent profiles" rowId={({ id }) => id} rows={profiles} />
          ) : (
            <EmptyState icon={<Bot aria-hidden />} title="No agent profiles yet">
              An agent profile saves a model, instructions, secrets and MCP servers under a name. Conversations start
              with the profile in use, or with the one you choose.
            </EmptyState>
          )
        }
      </QueryStates>
      {asked?.what === 'new' && (
        <NewAgent names={agents.data?.profiles.map(({ name }) => name) ?? []} onClose={close} />
      )}
      {asked?.what === 'edit' && <EditAgent name={asked.name} onClose={close} />}
      {asked?.what === 'rename' && (
        <RenameDialog name={asked.name} onClose={close} rename={(newName) => rename(asked.name, newName)} />
      )}
      {asked?.what === 'delete' && (
        <DeleteDialog onClose={close} remove={() => remove(asked.name)} what={`Agent profile ${asked.name}`}>
          <p>Its conversations are kept, but cannot start again in a new sandbox.</p>
        </DeleteDialog>
      )}
    </Card>
  );
}

const agentColumns: readonly Column<AgentProfile>[] = [
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ agent_kind: kind }) => (kind === 'acp' ? 'Agent program (ACP)' : 'Standard'),
  },
  {
    id: 'model',
    header: 'Model profile',
    cell: ({ llm_profile_ref: model }) => model ?? 'Own model',
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

interface NewProps {
  /** The existing agent profiles. */
  readonly names: readonly string[];
  readonly onClose: () => void;
}

function NewAgent({ names, onClose }: NewProps) {
  const [name, setName] = useState('');
  return (
    <Dialog isWide onClose={onClose} title="New agent profile">
      <AgentForm
        action="Create"
        isTaken={names.includes(name.trim())}
        name={name.trim()}
        nameField={(error) => <ProfileNameField error={error} names={names} onChange={setName} value={name} />}
        onClose={onClose}
        stored={{}}
      />
    </Dialog>
  );
}

interface EditProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** Edits an agent. Fields that the form does not show stay unchanged. */
function EditAgent({ name, onClose }: EditProps) {
  const api = useApi();
  const agent = useQuery({
    queryKey: [AGENT_PROFILES, name],
    queryFn: ({ signal }) => answerOf(api.GET('/api/agent-profiles/{name}', { params: { path: { name } }, signal })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog isWide onClose={onClose} title={`Edit ${name}`}>
      <QueryStates query={agent}>
        {({ profile }) => <AgentForm action="Save" name={name} onClose={onClose} stored={profile} />}
      </QueryStates>
    </Dialog>
  );
}
