import type { Rows } from './stub-tables.ts';
import type { StubTask } from './stub-task.ts';

/** The state at a process's start, new for each, so that none sees the writes of another. */
export interface World {
  readonly rows: Rows;
  readonly task: StubTask | undefined;
  readonly agentReady: boolean;
}

export const emptyWorld: World = { rows: new Map(), task: undefined, agentReady: false };
