import * as z from 'zod';
import { StartTaskStatus } from './enums.ts';
import { Timestamp } from './fields.ts';
import { Resources } from './resources.ts';
import { StartWarning } from './start-warning.ts';
import { StartStepTime } from './steps.ts';

export const StartTask = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    status: StartTaskStatus,
    detail: z.string().nullable(),
    conversation_id: z.string().meta({
      description:
        'The id of the conversation, from the first response on. You can get, list and delete the conversation at once; send messages when the status is READY.',
    }),
    app_conversation_id: z.string().nullable().meta({
      description: 'The id of the conversation when the status is READY. Null before that, and if the start failed.',
    }),
    sandbox_id: z.string().nullable(),
    agent_server_url: z.string().nullable().meta({
      description:
        "The URL of the agent server when the conversation started. Null before that, and for API keys that can only read. The current URL is in the sandbox's `exposed_urls`.",
    }),
    resources: Resources.meta({ description: 'The size of the sandbox at this start.' }),
    prebuild_id: z.string().nullable().meta({
      description: 'The prebuild from which the sandbox began. Null if the repository was cloned.',
    }),
    request: z.record(z.string(), z.unknown()),
    steps: z.array(StartStepTime).optional().meta({
      description:
        'The steps of the start, in order, each with its duration. Steps of the sandbox appear when the wait for it ends, and only those that happened during this start. Search results and the response that creates the task do not include steps.',
    }),
    warnings: z.array(StartWarning).optional().meta({
      description: 'Problems that did not stop the start, such as a setup script that failed. At most 10.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AppConversationStartTask' });
