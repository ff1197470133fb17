import { agentOf, SIMULATED } from '../../../shared/presentation/agents.ts';
import { Badge } from './badge.tsx';

/** The agent of a sandbox spec. One that only simulates stands out. */
export function AgentBadge({ spec }: { readonly spec: string }) {
  const { name, isSimulated } = agentOf(spec);
  return (
    <span title={isSimulated ? SIMULATED : undefined}>
      <Badge tone={isSimulated ? 'warn' : 'plain'}>{isSimulated ? `${name}, simulated` : name}</Badge>
    </span>
  );
}
