import type { components } from '../client/api-types.ts';

type Shapes = components['schemas'];
type StartTask = Shapes['AppConversationStartTask'];
type StartStatus = Shapes['AppConversationStartTaskStatus'];
type StepTime = Shapes['StartStepTime'] | Shapes['SandboxStepTime'];

/** The status of a start for people. */
export const statusWords: Readonly<Record<StartStatus, string>> = {
  WORKING: 'Accepted',
  WAITING_FOR_SANDBOX: 'Starting the sandbox',
  PREPARING_REPOSITORY: 'Preparing the workspace',
  RUNNING_SETUP_SCRIPT: 'Running the setup script',
  SETTING_UP_GIT_HOOKS: 'Setting up git hooks',
  SETTING_UP_SKILLS: 'Loading skills',
  STARTING_CONVERSATION: 'Starting the agent',
  READY: 'Ready',
  ERROR: 'Start failed',
};

/** How the reason begins if agents alone can call the model of a start. The settings have a switch for that. */
export const DIRECT_MODEL = 'The model broker cannot call ';

/** The label of this switch. */
export const DIRECT_SWITCH = 'Agents call the provider themselves';

/** The stages of a start in order; each ends with one of these steps. */
const stages = [
  { name: 'Start the sandbox', ends: ['SANDBOX_RUNNING', 'START_BEGUN'], during: ['WORKING', 'WAITING_FOR_SANDBOX'] },
  { name: 'Prepare the workspace', ends: ['WORKSPACE_PREPARED'], during: ['PREPARING_REPOSITORY'] },
  {
    name: 'Set up the project',
    ends: ['PROJECT_SET_UP'],
    during: ['RUNNING_SETUP_SCRIPT', 'SETTING_UP_GIT_HOOKS', 'SETTING_UP_SKILLS'],
  },
  { name: 'Start the agent', ends: ['CONVERSATION_CREATED', 'READY'], during: ['STARTING_CONVERSATION'] },
] as const satisfies readonly {
  readonly name: string;
  readonly ends: readonly string[];
  readonly during: readonly StartStatus[];
}[];

export interface StageView {
  readonly name: string;
  readonly state: 'done' | 'now' | 'failed' | 'next';
  /** The duration in seconds, when known. */
  readonly seconds?: number | undefined;
}

/** The stages of a start with their state. */
export function stagesOf({ status, steps = [] }: Pick<StartTask, 'status' | 'steps'>): readonly StageView[] {
  const current = stageAt(status, steps);
  return stages.map((stage, index) => {
    const { name } = stage;
    if (index < current) return { name, state: 'done', seconds: secondsOf(index, steps) };
    if (index > current) return { name, state: 'next' };
    return { name, state: status === 'ERROR' ? 'failed' : 'now' };
  });
}

/** The index of the current or failed stage; the number of stages at the end. */
function stageAt(status: StartStatus, steps: readonly StepTime[]): number {
  if (status === 'READY') return stages.length;
  if (status !== 'ERROR') return stages.findIndex(({ during }) => during.some((one) => one === status));
  const lastReached = stages.findLastIndex(({ ends }) => steps.some(({ step }) => ends.some((end) => end === step)));
  return Math.min(lastReached + 1, stages.length - 1);
}

/** The time of all steps of a stage: those after the end of the previous stage. */
function secondsOf(stage: number, steps: readonly StepTime[]): number | undefined {
  const end = lastStepOf(stage, steps);
  if (end === -1) return undefined;
  const begin = stage === 0 ? -1 : lastStepOf(stage - 1, steps);
  return steps.slice(begin + 1, end + 1).reduce((sum, { seconds }) => sum + seconds, 0);
}

function lastStepOf(stage: number, steps: readonly StepTime[]): number {
  const ends: readonly string[] = stages[stage]?.ends ?? [];
  return steps.findLastIndex(({ step }) => ends.includes(step));
}
