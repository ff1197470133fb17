import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { ModelCallStatus, ModelInterface } from '../shapes/enums.ts';
import { limit, PageId, page, SandboxId, Timestamp, Uuid } from '../shapes/fields.ts';

const tokens = z.int().nonnegative().nullable();

const ModelCall = z
  .object({
    id: z.string(),
    conversation_id: z.string(),
    sandbox_id: z.string(),
    key_id: z.string().nullable().meta({ description: 'The API key that pays.' }),
    interface: ModelInterface,
    model: z.string(),
    profile: z.string().nullable().meta({ description: 'The model profile; null for the model of the settings.' }),
    status: ModelCallStatus,
    http_status: z.int().nullable().meta({ description: "The status of the provider's response; null without one." }),
    started_at: Timestamp,
    ended_at: Timestamp.nullable(),
    input_tokens: tokens.meta({
      description:
        "Input that was neither read from nor written to the provider's cache. Null if the provider reported no tokens.",
    }),
    cache_read_tokens: tokens,
    cache_write_tokens: tokens,
    output_tokens: tokens,
    cost_usd: z.string().nullable().meta({
      description:
        'In US dollars, as a decimal number with twelve places. Null for a call in progress, and for a model without a known price.',
    }),
    is_estimate: z.boolean().meta({
      description: 'Whether the cost is the largest possible one, as the provider reported no tokens.',
    }),
  })
  .meta({ id: 'ModelCall' });

export const listModelCalls = defineEndpoint(() => ({
  id: 'list-model-calls',
  area: 'broker',
  tag: 'model-calls',
  method: 'GET',
  path: '/api/v1/model-calls',
  summary: 'List requests to language models, newest first',
  description:
    'What agents requested through the model broker, with tokens and costs, for 90 days. Prompts and responses are not recorded. Members without a filter by conversation or sandbox see what they and their API keys pay for. A page can hold fewer entries than `limit` when filters match few of them; continue while `next_page_id` is set.',
  access: 'key',
  scope: 'usage:read',
  generation: 'v1',
  query: z.object({
    conversation_id: Uuid.optional(),
    sandbox_id: SandboxId.optional(),
    status: ModelCallStatus.optional(),
    page_id: PageId.optional(),
    limit: limit(50),
  }),
  success: { status: 200, body: page(ModelCall) },
  errors: [],
}));
