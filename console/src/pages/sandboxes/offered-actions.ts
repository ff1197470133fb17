import type { SandboxStatus } from '../../api/shapes.ts';

/** What can be done with a sandbox of each status, besides its deletion. */
export const offeredAction = {
  STARTING: 'pause',
  RUNNING: 'pause',
  PAUSED: 'resume',
  ERROR: 'resume',
  MISSING: null,
} as const satisfies Record<SandboxStatus, 'pause' | 'resume' | null>;
