import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { limit, PageId, page, QueryBoolean } from '../shapes/fields.ts';
import { line } from '../shapes/text.ts';

const common = { area: 'settings', tag: 'models', method: 'GET', access: 'key', scope: 'any', errors: [] } as const;

const paging = { page_id: PageId.optional(), limit: limit(50) };
const filters = { query: line(200).optional(), verified__eq: QueryBoolean.optional() };

export const getModels = defineEndpoint(() => ({
  ...common,
  generation: 'legacy',
  id: 'get-models',
  successor: '/api/v1/config/models/search',
  path: '/api/options/models',
  summary: 'List language models, the default first',
  success: { status: 200, body: z.array(z.string()) },
}));

export const searchModels = defineEndpoint(() => ({
  ...common,
  generation: 'v1',
  id: 'search-models',
  path: '/api/v1/config/models/search',
  summary: 'List language models, the default first',
  query: z.object({ ...paging, ...filters, provider__eq: line(200).optional() }),
  success: {
    status: 200,
    body: page(
      z
        .object({ provider: z.string().nullable(), name: z.string(), verified: z.boolean() })
        .meta({ id: 'LanguageModel' }),
    ),
  },
}));

export const searchProviders = defineEndpoint(() => ({
  ...common,
  generation: 'v1',
  id: 'search-providers',
  path: '/api/v1/config/providers/search',
  summary: 'List model providers',
  query: z.object({ ...paging, ...filters }),
  success: {
    status: 200,
    body: page(z.object({ name: z.string(), verified: z.boolean() }).meta({ id: 'ModelProvider' })),
  },
}));
