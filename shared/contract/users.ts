import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';
import { QueryBoolean } from './fields.ts';
import { settings } from './settings.ts';

export const getCurrentUser = defineEndpoint({
  id: 'get-current-user',
  scope: 'settings:read',
  area: 'users',
  method: 'GET',
  path: '/api/v1/users/me',
  summary: 'Who calls, with their settings',
  description:
    'Secrets are masked. With `expose_secrets=true` they are shown to whoever has, beside the API key in `Authorization: Bearer`, the session key of a running sandbox of the same owner in X-Session-API-Key. The key of the deployment is never shown.',
  access: 'key',
  generation: 'v1',
  query: z.object({ expose_secrets: QueryBoolean.default(false) }),
  success: { status: 200, body: z.object({ id: z.string(), ...settings }).meta({ id: 'UserInfo' }) },
  errors: ['unavailable'],
});
