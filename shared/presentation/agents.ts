/** The agent of a sandbox spec, for people. */
export interface AgentName {
  readonly name: string;
  /** Whether it calls no language model, so that its answers and costs are made up. */
  readonly isSimulated: boolean;
}

/** The local service's stand-in for an agent. */
const REFERENCE = 'reference';

/** The agent that answers in the sandboxes of a spec. Specs that the service does not know go by their own names. */
export function agentOf(specId: string): AgentName {
  if (specId === REFERENCE) return { name: 'Reference agent', isSimulated: true };
  return { name: /^openhands(-|$)/.test(specId) ? 'OpenHands agent' : specId, isSimulated: false };
}

/** What people must know who could take its answers for those of a model. */
export const SIMULATED = 'It repeats each message and calls no language model. Its cost is made up.';
