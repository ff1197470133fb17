import type { Rows } from './stub-tables.ts';
import type { StubTask } from './stub-task.ts';

/** What a process finds when it starts. Each gets it anew, so that none sees what another wrote. */
export interface World {
  readonly rows: Rows;
  readonly task: StubTask | undefined;
  /** Whether the agent has its keys already. */
  readonly agentReady: boolean;
}

export const emptyWorld: World = { rows: new Map(), task: undefined, agentReady: false };
