import type { Sandbox, SandboxStepTime, StepTime } from '../api/shapes.ts';

/** The steps that begin a stop: STOP_DECIDED if the service ended the run. */
const stops: readonly string[] = ['STOP_REQUESTED', 'STOP_DECIDED'];

/** A step with its offset from the start of its group, in seconds. */
interface PlacedStep extends SandboxStepTime {
  readonly offset: number;
}

export interface StepGroup {
  readonly name: 'Start' | 'Stop';
  /** The step that begins the group. It takes no time itself. */
  readonly begun: SandboxStepTime;
  readonly steps: readonly PlacedStep[];
  readonly seconds: number;
}

/** The steps of the last start, and those of the stop after it. */
export function groupsOf(steps: readonly SandboxStepTime[]): readonly StepGroup[] {
  const found = steps.findIndex(({ step }) => stops.includes(step));
  const at = found < 0 ? steps.length : found;
  return [...groupOf('Start', steps.slice(0, at)), ...groupOf('Stop', steps.slice(at))];
}

function groupOf(name: StepGroup['name'], [begun, ...steps]: readonly SandboxStepTime[]): readonly StepGroup[] {
  if (!begun) return [];
  let seconds = 0;
  const placed = steps.map((step) => {
    const offset = seconds;
    seconds += step.seconds;
    return { ...step, offset };
  });
  return [{ name, begun, steps: placed, seconds }];
}

/** The steps of a starting sandbox, without those of the previous run, which stay until the new run begins. */
export function startSteps({ status, steps = [] }: Pick<Sandbox, 'status' | 'steps'>): readonly StepTime[] {
  const hasRun = steps.some(({ step }) => step === 'SANDBOX_RUNNING');
  if (status !== 'RUNNING' && (status !== 'STARTING' || hasRun)) return [];
  return groupsOf(steps).find(({ name }) => name === 'Start')?.steps ?? [];
}

/** What the time before each step was spent on. */
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

/** @returns the code itself for a step that this release does not know */
export function stepWords(step: string): string {
  return words[step] ?? step;
}
