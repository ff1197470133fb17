import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { useApi } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { ProfileNameField } from '../profile-parts.tsx';
import { AgentForm } from './agent-form.tsx';
import { AGENT_PROFILES } from './agent-profiles.ts';

interface NewProps {
  /** The agent profiles that there are. */
  readonly names: readonly string[];
  readonly onClose: () => void;
}

/** Keeps a new agent under a name. */
export function NewAgent({ names, onClose }: NewProps) {
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

/** Changes an agent. Fields that are not shown stay. */
export function EditAgent({ name, onClose }: EditProps) {
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
