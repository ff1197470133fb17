import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import type { AgentProfile } from '../../../api/shapes.ts';
import { useApi, useCan } from '../../../session/session.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { ProfileList, ProfileNameField } from '../profile-list.tsx';
import { AgentForm } from './agent-form.tsx';
import { AGENT_PROFILES, useAgentProfiles } from './agent-profiles.ts';

export function AgentsTab() {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const toast = useToast();
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
  return (
    <ProfileList
      active={agents.data?.active_agent_profile_id ?? null}
      canChange={can('POST /api/agent-profiles/{name}')}
      columns={agentColumns}
      creating={(names, close) => <NewAgent names={names} onClose={close} />}
      deletion="Its conversations are kept, but cannot start again in a new sandbox."
      editing={(name, close) => <EditAgent name={name} onClose={close} />}
      empty={
        <EmptyState icon={Bot} title="No agent profiles yet">
          An agent profile saves a model, instructions, secrets and MCP servers under a name. Conversations start with
          the profile in use, or with the one you choose.
        </EmptyState>
      }
      kind="Agent profile"
      onActivate={activate.mutate}
      query={agents}
      remove={remove}
      rename={rename}
      rowId={idOf}
    />
  );
}

const idOf = ({ id }: AgentProfile): string => id;

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
