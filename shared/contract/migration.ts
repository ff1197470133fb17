import * as z from 'zod';
import { defineEndpoint } from '../http/endpoint.ts';

export const getMigrationGuide = defineEndpoint({
  id: 'get-migration-guide',
  area: 'service',
  method: 'GET',
  path: '/docs/migration',
  summary: 'How to move from the legacy generation to the current one, as a page',
  description: 'Every call and every field of the legacy generation, and what becomes of it.',
  access: 'open',
  generation: 'service',
  success: {
    status: 200,
    body: z.string(),
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'" },
  },
  errors: [],
});
