import type { SandboxStepTime } from '../../api/shapes.ts';

/** The steps with which an end begins: the second one where the service itself ended the run. */
const endings: readonly string[] = ['STOP_REQUESTED', 'STOP_DECIDED'];

export interface StepGroup {
  readonly name: 'Start' | 'End';
  /** The moment from which its times count; it takes no time itself. */
  readonly begun: SandboxStepTime;
  readonly steps: readonly SandboxStepTime[];
  readonly seconds: number;
}

/** The steps of the last start, and those of the end after it. */
export function groupsOf(steps: readonly SandboxStepTime[]): readonly StepGroup[] {
  const found = steps.findIndex(({ step }) => endings.includes(step));
  const at = found < 0 ? steps.length : found;
  return [...groupOf('Start', steps.slice(0, at)), ...groupOf('End', steps.slice(at))];
}

function groupOf(name: StepGroup['name'], [begun, ...steps]: readonly SandboxStepTime[]): readonly StepGroup[] {
  if (!begun) return [];
  return [{ name, begun, steps, seconds: steps.reduce((sum, { seconds }) => sum + seconds, 0) }];
}
