import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { AppConversation } from '../shapes/app-conversation.ts';
import { CurrentLimits } from '../shapes/current-limits.ts';
import { DateTime } from '../shapes/fields.ts';
import { SandboxInfo } from '../shapes/sandbox-info.ts';
import { scopes } from '../shapes/scopes.ts';
import { StartTask } from '../shapes/start-task.ts';

/** How many of the newest sandboxes and starts are examined. */
export const EXAMINED = 100;

/** How many conversations are recent. */
export const RECENT = 6;

const isComplete = z.boolean().meta({ description: `False if there are more than the ${EXAMINED} newest.` });

const part = { description: 'Null if it is `unavailable`.' };

export const getOverview = defineEndpoint(() => ({
  id: 'get-overview',
  area: 'service',
  tag: 'overview',
  method: 'GET',
  path: '/api/v1/overview',
  summary: 'Get an overview of sandboxes, conversations, starts and costs',
  description:
    'Everything that a start page shows, in one request. Poll it with `If-None-Match`: a response that has not changed does not count towards the rate limit. Session keys are left out. Parts that the API key cannot read are null, and `unavailable` names the scope that it lacks.',
  access: 'key',
  scope: 'any',
  generation: 'v1',
  query: z.object({
    starts_from: DateTime.optional().meta({
      description: 'Starts since this time. Default: the beginning of the day (UTC) seven days ago.',
    }),
  }),
  success: {
    status: 200,
    body: z
      .object({
        sandboxes: z
          .object({
            items: z.array(SandboxInfo).meta({ description: 'Starting, running and failed sandboxes, newest first.' }),
            is_complete: isComplete,
          })
          .nullable()
          .meta(part),
        conversations: z
          .object({
            recent: z.array(AppConversation).meta({ description: `The ${RECENT} newest conversations.` }),
            related: z.array(AppConversation).meta({
              description:
                'Conversations of the sandboxes, and those whose last start failed. Deleted ones are absent.',
            }),
          })
          .nullable()
          .meta(part),
        starts: z
          .object({
            items: z
              .array(
                StartTask.pick({
                  id: true,
                  status: true,
                  detail: true,
                  conversation_id: true,
                  sandbox_id: true,
                  created_at: true,
                  updated_at: true,
                }),
              )
              .meta({ description: 'Newest first.' }),
            is_complete: isComplete,
          })
          .nullable()
          .meta(part),
        usage: z
          .object({
            currency: z.literal('USD'),
            days: z.array(z.object({ day: z.iso.date(), cost_usd: z.number() })).meta({
              description:
                'The cost of each day (UTC) with usage in this month and the 30 days before today, rounded to 0.0001. The usage report is exact.',
            }),
          })
          .nullable()
          .meta(part),
        limits: CurrentLimits.pick({ sandboxes: true, budgets: true }),
        unavailable: z
          .array(
            z.object({
              part: z.enum(['sandboxes', 'conversations', 'starts', 'usage']),
              code: z.enum(['insufficient_scope', 'too_much_usage']),
              required_scope: z.enum(scopes).nullable(),
            }),
          )
          .meta({ description: 'The parts that are null, and why.' }),
      })
      .meta({ id: 'Overview' }),
  },
  errors: [],
}));
