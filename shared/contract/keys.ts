import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';

export const getCurrentKey = defineEndpoint({
  id: 'get-current-key',
  scope: 'any',
  area: 'keys',
  method: 'GET',
  path: '/api/keys/current',
  summary: 'Describe the API key of this request',
  access: 'key',
  generation: 'v1',
  success: {
    status: 200,
    body: z
      .object({
        id: z.string(),
        name: z.string().nullable(),
        org_id: z.string().nullable(),
        bound_org_id: z.string().nullable(),
        user_id: z.string(),
        auth_type: z.enum(['bearer', 'api_key']),
      })
      .meta({ id: 'CurrentKey' }),
  },
  errors: [],
});
