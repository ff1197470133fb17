import type { Conversation } from '../../api/shapes.ts';
import type { Tone } from '../../ui/tone.ts';

/** What a conversation does, in one word for people. */
export interface StatusView {
  readonly label: string;
  readonly tone: Tone | 'plain';
  /** Whether it goes on by itself. */
  readonly isMoving?: true;
}

type Execution = NonNullable<Conversation['execution_status']>;

const executions: Readonly<Record<Execution, StatusView>> = {
  running: { label: 'Working', tone: 'good', isMoving: true },
  idle: { label: 'Ready', tone: 'good' },
  finished: { label: 'Finished', tone: 'good' },
  paused: { label: 'Agent stopped', tone: 'plain' },
  waiting_for_confirmation: { label: 'Waiting for confirmation', tone: 'warn' },
  error: { label: 'Agent failed', tone: 'bad' },
  stuck: { label: 'Stuck', tone: 'warn' },
  deleting: { label: 'Deleting', tone: 'plain', isMoving: true },
};

/** Makes one status of that of the sandbox and that of the agent: the sandbox has the say unless it runs. */
export function statusOf(conversation: Conversation): StatusView {
  const { sandbox_status: sandbox, execution_status: execution } = conversation;
  if (execution === 'deleting') return executions.deleting;
  if (hasNeverStarted(conversation)) return { label: 'Start failed', tone: 'bad' };
  switch (sandbox) {
    case 'RUNNING':
      return execution === null ? { label: 'Starting', tone: 'info', isMoving: true } : executions[execution];
    case 'STARTING':
      return { label: 'Starting', tone: 'info', isMoving: true };
    case 'PAUSED':
      return { label: 'Paused', tone: 'plain' };
    case 'ERROR':
      return { label: 'Sandbox failed', tone: 'bad' };
    case 'MISSING':
      return { label: 'No sandbox', tone: 'plain' };
  }
}

/** Whether its start failed; the reason is in `status_detail`. */
export function hasNeverStarted({ execution_status, status_detail }: Conversation): boolean {
  return execution_status === 'error' && status_detail !== null;
}

/** Whether its status may change by itself any moment. */
export function isInMotion(conversation: Conversation): boolean {
  return statusOf(conversation).isMoving === true;
}
