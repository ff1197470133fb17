import * as z from 'zod';
import { StartTaskStatus } from './enums.ts';
import { Timestamp } from './fields.ts';
import { StartStepTime } from './steps.ts';

export const StartTask = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    status: StartTaskStatus,
    detail: z.string().nullable(),
    conversation_id: z.string().meta({
      description:
        'The id of the conversation, from the first answer on. It can be read, listed and deleted by it at once, and is not to be talked to before READY.',
    }),
    app_conversation_id: z.string().nullable().meta({
      description: 'The id of the conversation once the status is READY; null before, and for ever when it failed.',
    }),
    sandbox_id: z.string().nullable(),
    agent_server_url: z.string().nullable().meta({
      description:
        'Where the agent server was when the conversation started; null before. Where it is now is in `exposed_urls` of the sandbox.',
    }),
    request: z.record(z.string(), z.unknown()),
    steps: z.array(StartStepTime).optional().meta({
      description:
        'What took the time of the start: a step for each moment that was reached, in their order, from its acceptance on. Those of its sandbox come with the end of the wait for it. What was there before the start is not among them. Searches and the answer to the request itself do without them.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AppConversationStartTask' });
