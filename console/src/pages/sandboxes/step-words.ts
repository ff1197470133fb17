/** What took the time up to each step of a start or an end of a sandbox. */
const words: Readonly<Record<string, string>> = {
  ACCEPTED: 'Accepted',
  TASK_REQUESTED: 'Its turn',
  TASK_ACCEPTED: 'Task accepted by AWS',
  IMAGE_PULL_STARTED: 'Machine, network and disk',
  IMAGE_PULLED: 'Image',
  TASK_RUNNING: 'Container',
  TASK_CLAIMED: 'Warm machine claimed',
  AGENT_ANSWERED: 'Agent answers',
  AGENT_INITIALISED: 'Agent has its keys',
  SANDBOX_RUNNING: 'Running',
  STOP_REQUESTED: 'End asked for',
  STOP_DECIDED: 'End begun',
  STOP_SENT: 'Last events of the agent',
  TASK_STOPPED: 'Machine stopped',
  SNAPSHOT_STARTED: 'Copy of the workspace begun',
  WORKSPACE_SAVED: 'Workspace saved',
};

/** @returns the code itself for a step of a later release */
export function stepWords(step: string): string {
  return words[step] ?? step;
}
