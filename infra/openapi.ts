import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import packageJson from '../package.json' with { type: 'json' };
import { endpoints } from '../shared/contract/index.ts';
import { Problem } from '../shared/contract/problem.ts';
import type { ErrorCode } from '../shared/errors.ts';
import type { Endpoint } from '../shared/http/endpoint.ts';
import { PROBLEM_CONTENT_TYPE, problems } from '../shared/http/problem.ts';

const FILE = join(import.meta.dirname, '../docs/openapi.json');

/** What every endpoint behind a key may answer without saying so. */
const behindKey: readonly ErrorCode[] = ['unauthenticated', 'rate_limited'];

/** What the areas of the interface are about. The compiler wants a line for each. */
const areas: Readonly<Record<(typeof endpoints)[number]['area'], string>> = {
  conversations: 'Conversations of the legacy generation, which is deprecated',
  'app-conversations': 'Conversations and their start tasks',
  'legacy-conversation': 'What clients of the legacy generation do with one conversation',
  messages: 'What users say to agents',
  'agent-proxy': 'What is inside the sandbox of a conversation',
  events: 'What happened in conversations',
  webhooks: 'What agent servers call with the key of their sandbox',
  sandboxes: 'Where conversations run',
  'sandbox-specs': 'Templates of sandboxes',
  keys: 'API keys',
  device: 'Logging in a program that has no browser',
  'start-up': 'What web clients ask for when they start',
  models: 'Language models on offer',
  git: 'What pickers of repositories ask for',
  organizations: 'The organization of an owner',
  settings: 'What owners set for their conversations',
  secrets: 'What owners keep for their agents',
  users: 'Who calls',
  service: 'The service itself; no key is needed',
};

/** The interface as OpenAPI 3.1, made from the very values that route and validate. */
export function openapi(): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints as readonly Endpoint[]) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Agent Conversation Service',
      version: packageJson.version,
      summary: packageJson.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:3000', description: 'The service on one machine' }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        sessionApiKey: { type: 'apiKey', in: 'header', name: 'X-Session-API-Key' },
        bearer: { type: 'http', scheme: 'bearer' },
        sandboxKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Session-API-Key',
          description: 'The session key of a sandbox, as its agent and its clients have it',
        },
      },
    },
  });
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { success, params, query, body } = endpoint;
  return {
    operationId: endpoint.id,
    tags: [endpoint.area],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    ...(endpoint.generation === 'legacy' ? { deprecated: true } : {}),
    security: security[endpoint.access],
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(body ? { requestBody: { required: true, content: requestContent(endpoint.bodyFormat, body) } } : {}),
    responses: {
      [`${success.status}`]: {
        description: 'Successful Response',
        content: { [success.contentType ?? 'application/json']: contentOf(success) },
      },
      ...failures(endpoint),
    },
  };
}

const security: Readonly<Record<Endpoint['access'], Record<string, string[]>[]>> = {
  key: [{ sessionApiKey: [] }, { bearer: [] }],
  sandbox: [{ sandboxKey: [] }],
  open: [],
};

/** No schema says anything of bytes. */
function contentOf({ contentType, body }: Endpoint['success']): { schema?: z.ZodType } {
  return contentType === 'application/zip' ? {} : { schema: body };
}

/** What takes a form takes JSON too. */
function requestContent(format: Endpoint['bodyFormat'], schema: z.ZodType) {
  const json = { 'application/json': { schema } };
  return format === 'form' ? { 'application/x-www-form-urlencoded': { schema }, ...json } : json;
}

/** One response for each status; its codes are told in the description. */
function failures(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  const takesInput = endpoint.params || endpoint.query || endpoint.body;
  const codes: ErrorCode[] = [
    ...endpoint.errors,
    ...(endpoint.access === 'key' ? behindKey : []),
    ...(endpoint.access === 'key' && endpoint.scope !== 'any' ? (['insufficient_scope'] as const) : []),
    ...(takesInput ? (['validation_failed'] as const) : []),
    ...(endpoint.body ? (['malformed_request', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    'internal_error',
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status);
  const schema: z.ZodType = Problem;
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      `${status}` as const,
      { description: group.join(', '), content: { [PROBLEM_CONTENT_TYPE]: { schema } } },
    ]),
  );
}

if (import.meta.main) {
  const text = `${JSON.stringify(openapi(), null, 2)}\n`;
  const isCheck = process.argv.includes('--check');
  if (isCheck && (await readFile(FILE, 'utf8').catch(() => '')) !== text) {
    console.error('docs/openapi.json is not current: run `npm run openapi` and commit it.');
    process.exitCode = 1;
  } else if (!isCheck) await writeFile(FILE, text);
}
