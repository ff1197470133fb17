import type { Tone } from '../../../shared/presentation/conversations.ts';
import type { SandboxPhase } from '../api/shapes.ts';

interface Look {
  readonly word: string;
  readonly tone: Tone | 'plain';
  /** Whether it leads to another phase by itself. */
  readonly isMoving?: boolean;
}

/** The phases of a sandbox as people read them. */
export const phaseLooks: Readonly<Record<SandboxPhase, Look>> = {
  PENDING: { word: 'Queued', tone: 'info', isMoving: true },
  PROVISIONING: { word: 'Provisioning', tone: 'info', isMoving: true },
  BOOTING: { word: 'Booting', tone: 'info', isMoving: true },
  RUNNING: { word: 'Running', tone: 'good' },
  STOPPING: { word: 'Stopping', tone: 'warn', isMoving: true },
  SAVING: { word: 'Saving workspace', tone: 'warn', isMoving: true },
  PAUSED: { word: 'Paused', tone: 'plain' },
  ERROR: { word: 'Failed', tone: 'bad' },
  EXPIRED: { word: 'Expired', tone: 'plain' },
  DELETING: { word: 'Deleting', tone: 'plain', isMoving: true },
  DELETED: { word: 'Deleted', tone: 'plain' },
};
