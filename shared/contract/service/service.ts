import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';

const common = { area: 'service', method: 'GET', access: 'open', generation: 'service', errors: [] } as const;

export const getAlive = defineEndpoint(() => ({
  ...common,
  id: 'get-alive',
  path: '/alive',
  summary: 'Check that the service is alive',
  success: { status: 200, body: z.object({ status: z.literal('ok') }) },
}));

export const getHealth = defineEndpoint(() => ({
  ...common,
  id: 'get-health',
  path: '/health',
  summary: 'Check that the service is alive, as plain text',
  success: { status: 200, body: z.literal('OK'), contentType: 'text/plain' },
}));

export const getReady = defineEndpoint(() => ({
  ...common,
  id: 'get-ready',
  path: '/ready',
  summary: 'Check that the service is ready',
  success: { status: 200, body: z.object({ status: z.literal('ready') }) },
  errors: ['unavailable'],
}));

export const getServerInfo = defineEndpoint(() => ({
  ...common,
  id: 'get-server-info',
  path: '/server_info',
  summary: "Get the server's version",
  success: {
    status: 200,
    body: z
      .object({ name: z.string(), version: z.string(), stage: z.string(), api_versions: z.array(z.string()) })
      .meta({ id: 'ServerInfo' }),
  },
}));

export const getOpenapi = defineEndpoint(() => ({
  ...common,
  id: 'get-openapi',
  path: '/openapi.json',
  summary: 'Get the OpenAPI 3.1 document',
  success: { status: 200, cache: 'shared', body: z.record(z.string(), z.unknown()) },
}));

export const getMigrationGuide = defineEndpoint(() => ({
  ...common,
  id: 'get-migration-guide',
  path: '/docs/migration',
  summary: 'Get the migration guide',
  description: 'An HTML page that maps every legacy endpoint and field to the current generation.',
  success: {
    status: 200,
    cache: 'shared',
    body: z.string(),
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'" },
  },
}));
