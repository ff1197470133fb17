import * as z from 'zod';
import { StartTaskStatus } from './enums.ts';
import { Timestamp } from './fields.ts';

export const StartTask = z
  .object({
    id: z.string(),
    created_by_user_id: z.string().nullable(),
    status: StartTaskStatus,
    detail: z.string().nullable(),
    app_conversation_id: z.string().nullable(),
    sandbox_id: z.string().nullable(),
    agent_server_url: z.string().nullable().meta({
      description:
        'Where the agent server was when the conversation started; null before. Where it is now is in `exposed_urls` of the sandbox.',
    }),
    request: z.record(z.string(), z.unknown()),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'AppConversationStartTask' });
