/** What took the time up to each step of a start or a stop of a sandbox. */
const words: Readonly<Record<string, string>> = {
  TASK_REQUESTED: 'Queued',
  TASK_ACCEPTED: 'Accepted by AWS',
  IMAGE_PULL_STARTED: 'Provisioning',
  IMAGE_PULLED: 'Image pull',
  TASK_RUNNING: 'Container start',
  TASK_CLAIMED: 'Warm sandbox claim',
  AGENT_ANSWERED: 'Agent boot',
  AGENT_INITIALISED: 'Agent setup',
  SANDBOX_RUNNING: 'Status update',
  STOP_DECIDED: 'Queued',
  STOP_SENT: 'Final events',
  TASK_STOPPED: 'Container stop',
  SNAPSHOT_STARTED: 'Snapshot request',
  WORKSPACE_SAVED: 'Snapshot',
};

/** @returns the code itself for a step of a later release */
export function stepWords(step: string): string {
  return words[step] ?? step;
}
