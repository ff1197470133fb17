import { SandboxState, type SandboxStatus } from '../../../contract/shapes/enums.ts';

/** Clients read the phases as the sandbox's state. */
export const Phase = SandboxState;
export type Phase = SandboxState;

/** The facts of one phase. */
interface PhaseFacts {
  /** `rest`: nothing happens until the next request. */
  readonly stage: 'start' | 'run' | 'end' | 'deletion' | 'rest';
  /** The status in the API unless the sandbox should run. `stop_into`: the state that the end leads to. */
  readonly status: SandboxStatus | 'stop_into';
  /** Whether this generation can have a task, and with it a volume that the row does not name yet. */
  readonly hasTask: boolean;
  /** Whether the agent is initialised and can respond while its task lives. */
  readonly hasAgent: boolean;
  /** What its keys open. `deliveries`: the agent's last events, by its delivery key, until its task has ended. */
  readonly sessionKey: 'everything' | 'deliveries' | 'nothing';
}

/** Every decision that depends on phases alone. A new phase does not compile without a row here. */
export const phaseFacts: Readonly<Record<Phase, PhaseFacts>> = {
  PENDING: { stage: 'start', status: 'PAUSED', hasTask: true, hasAgent: false, sessionKey: 'nothing' },
  PROVISIONING: { stage: 'start', status: 'PAUSED', hasTask: true, hasAgent: false, sessionKey: 'nothing' },
  BOOTING: { stage: 'start', status: 'PAUSED', hasTask: true, hasAgent: false, sessionKey: 'everything' },
  RUNNING: { stage: 'run', status: 'PAUSED', hasTask: true, hasAgent: true, sessionKey: 'everything' },
  STOPPING: { stage: 'end', status: 'stop_into', hasTask: true, hasAgent: true, sessionKey: 'everything' },
  SAVING: { stage: 'end', status: 'stop_into', hasTask: false, hasAgent: false, sessionKey: 'nothing' },
  PAUSED: { stage: 'rest', status: 'PAUSED', hasTask: false, hasAgent: false, sessionKey: 'nothing' },
  ERROR: { stage: 'rest', status: 'ERROR', hasTask: false, hasAgent: false, sessionKey: 'nothing' },
  EXPIRED: { stage: 'rest', status: 'MISSING', hasTask: false, hasAgent: false, sessionKey: 'nothing' },
  DELETING: { stage: 'deletion', status: 'PAUSED', hasTask: true, hasAgent: true, sessionKey: 'deliveries' },
  DELETED: { stage: 'rest', status: 'PAUSED', hasTask: false, hasAgent: false, sessionKey: 'nothing' },
};
