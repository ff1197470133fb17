import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { DateTime, limit, PageId, page, QueryBoolean, SandboxId, Timestamp, whole } from '../shapes/fields.ts';
import { Measurement } from '../shapes/measurement.ts';

const LogLine = z
  .object({
    id: z.string().meta({ description: 'The position of the line. Send it as `page_id` to continue after the line.' }),
    time: Timestamp.meta({ description: 'When the log received the line, to the millisecond.' }),
    generation: z.int().meta({ description: 'Which run of the sandbox printed it. Each start and resume begins one.' }),
    source: z.enum(['agent', 'command']),
    command_id: z.string().nullable().meta({ description: 'The command that printed it. Null for the agent server.' }),
    stream: z.enum(['stdout', 'stderr']).nullable().meta({ description: 'Null for the agent server.' }),
    text: z.string(),
  })
  .meta({ id: 'LogLine' });

const LogEnd = z
  .object({
    reason: z.enum(['sandbox_ended', 'key_ended', 'time_over', 'too_many_waiting']).meta({
      description:
        'Why the stream ends: the sandbox is not running, the API key is no longer valid, the request has run for its longest time, or too many requests are waiting. After `time_over` and `too_many_waiting`, continue with `Last-Event-ID`.',
    }),
  })
  .meta({ id: 'LogEnd' });

const common = { area: 'logs', method: 'GET', access: 'key', generation: 'v1' } as const;
const params = z.object({ sandbox_id: SandboxId });

const CommandId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'Must be the id of a command.' });

/** The most lines of a response. */
const MOST_LINES = 1_000;

export const getSandboxLogs = defineEndpoint(() => ({
  ...common,
  id: 'get-sandbox-logs',
  scope: 'sandboxes:exec',
  path: '/api/v1/sandboxes/{sandbox_id}/logs',
  summary: 'Get or follow the logs of a sandbox',
  description:
    "Returns what the agent server printed, or what commands printed, oldest first. Logs stay readable after the sandbox has ended: those of its last 10 runs, as long as the deployment keeps logs, and for 7 days after its deletion. The sandbox's keys and tokens in known formats are masked. Needs the scope `sandboxes:exec`, as programs can print secrets. With `follow=true`, streams server-sent events: one `line` for each line, whose id a client that reconnects sends as `Last-Event-ID`, and one `end`. A page can have fewer lines than its limit, even none, before the last one.",
  params,
  query: z
    .object({
      source: z.enum(['agent', 'commands']).default('agent').meta({
        description: 'The agent server, or the commands that were run in the sandbox.',
      }),
      command_id: CommandId.optional().meta({ description: 'Only this command. Requires `source=commands`.' }),
      since: DateTime.optional().meta({ description: 'Only lines of this time or later.' }),
      until: DateTime.optional().meta({ description: 'Only lines before this time. Not with `follow`.' }),
      tail: whole(1, MOST_LINES).optional().meta({ description: 'Only the last lines. Not with `page_id`.' }),
      limit: limit(100, MOST_LINES),
      page_id: PageId.optional(),
      follow: QueryBoolean.default(false).meta({
        override: { type: 'boolean' },
        description: 'Stream further lines as server-sent events while the sandbox runs.',
      }),
    })
    .refine(({ source, command_id }) => command_id === undefined || source === 'commands', {
      path: ['command_id'],
      error: 'command_id requires source=commands.',
    })
    .refine(({ tail, page_id }) => tail === undefined || page_id === undefined, {
      path: ['tail'],
      error: 'tail and page_id exclude each other. Send one of them.',
    })
    .refine(({ until, follow }) => until === undefined || !follow, {
      path: ['until'],
      error: 'until and follow exclude each other. Send one of them.',
    }),
  refusals: {
    custom:
      '`command_id` is sent without `source=commands`, `tail` together with `page_id`, or `until` together with `follow`',
  },
  stream: true,
  // As long as Lambda allows, as the stream sends often enough for API Gateway. Memory is billed during the wait.
  needs: { timeoutSeconds: 900, memoryMegabytes: 512 },
  success: { status: 200, body: page(LogLine), events: z.union([LogLine, LogEnd]) },
  errors: ['not_found', 'unavailable'],
}));

export const getSandboxMeasurements = defineEndpoint(() => ({
  ...common,
  id: 'get-sandbox-measurements',
  scope: 'sandboxes:read',
  path: '/api/v1/sandboxes/{sandbox_id}/measurements',
  summary: 'Get the CPU, memory, disk and network use of a sandbox',
  description:
    'Returns one measurement a minute while the sandbox ran, oldest first: by default those of the last hour, at most those of 24 hours. A program in the sandbox measures, and programs in a sandbox are not trusted: bill by the usage report instead. Values that the sandbox cannot measure are null. Measurements stay readable as long as logs.',
  params,
  query: z
    .object({
      since: DateTime.optional().meta({ description: 'The first time. Default: one hour before `until`.' }),
      until: DateTime.optional().meta({ description: 'The time after the last one. Default: now.' }),
    })
    .refine(
      ({ since, until }) => {
        const end = until === undefined ? Date.now() : Date.parse(until);
        const length = end - Date.parse(since ?? new Date(end).toISOString());
        return length >= 0 && length <= 24 * 3_600_000;
      },
      { path: ['since'], error: 'since must be at most 24 hours before until.' },
    ),
  refusals: { custom: '`since` is after `until`, or more than 24 hours before it' },
  success: { status: 200, body: z.object({ items: z.array(Measurement) }) },
  errors: ['not_found', 'unavailable'],
}));
