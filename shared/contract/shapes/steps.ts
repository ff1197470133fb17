import * as z from 'zod';
import { Timestamp } from './fields.ts';

/** The steps of a sandbox start, in order. Each is named after its end. */
export const sandboxStartSteps = [
  'ACCEPTED',
  'TASK_REQUESTED',
  'TASK_ACCEPTED',
  'IMAGE_PULL_STARTED',
  'IMAGE_PULLED',
  'TASK_RUNNING',
  'TASK_CLAIMED',
  'AGENT_ANSWERED',
  'AGENT_INITIALISED',
  'SANDBOX_RUNNING',
] as const;

/** The steps of a sandbox stop. */
export const sandboxEndSteps = [
  'STOP_REQUESTED',
  'STOP_DECIDED',
  'STOP_SENT',
  'TASK_STOPPED',
  'SNAPSHOT_STARTED',
  'WORKSPACE_SAVED',
] as const;

/** The steps of a conversation start once its sandbox is running. */
export const conversationStartSteps = [
  'START_BEGUN',
  'WORKSPACE_PREPARED',
  'PROJECT_SET_UP',
  'CONVERSATION_CREATED',
  'READY',
] as const;

export type SandboxStep = (typeof sandboxStartSteps)[number] | (typeof sandboxEndSteps)[number];
export type ConversationStep = (typeof conversationStartSteps)[number];

/** A step. Its name is a string, because later releases can add steps. */
function stepTime(id: string, names: readonly string[]) {
  return z
    .object({
      step: z.string().meta({
        description: `The name of the step, one of ${names.join(', ')}. Later releases can add names.`,
      }),
      at: Timestamp,
      seconds: z.number().meta({ description: 'The time since the previous step.' }),
    })
    .meta({ id });
}

export const SandboxStepTime = stepTime('SandboxStepTime', [...sandboxStartSteps, ...sandboxEndSteps]);
export const StartStepTime = stepTime('StartStepTime', [...sandboxStartSteps, ...conversationStartSteps]);
