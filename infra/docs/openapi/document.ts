import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import packageJson from '../../../package.json' with { type: 'json' };
import { tags as sections, tagOf } from '../../../shared/contract/endpoint/areas.ts';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { legacyForms } from '../../../shared/contract/shapes/legacy-event.ts';
import { requestKeyPattern } from '../../../shared/http/idempotency/request-key.ts';
import { deliveryHeaders, webhooks } from './event-schemas.ts';
import { withExamples } from './examples.ts';
import { codesOf, failuresOf, otherFailure, problemExamples } from './failures.ts';
import { headerComponents } from './headers.ts';
import { withLimits } from './input-limits.ts';
import { operation } from './operations.ts';
import { withReservedWords } from './reserved-words.ts';
import { scopeList } from './scope-words.ts';

type ZodComponents = NonNullable<ZodOpenApiObject['components']>;

const all = endpoints as readonly Endpoint[];

const description = `Hosts conversations between people and AI agents, each in its own sandbox.

Send an API key, or the token of a person who signed in, with every request, as \`Authorization: Bearer\` or as \`X-Session-API-Key\`. Each operation names the scope that it requires: of the key, or of the person's role. \`X-Org-Id\` selects the organization of a person who belongs to several. Errors are problem details (RFC 9457); distinguish them by \`code\`. A 429 response includes \`Retry-After\`. With an \`Idempotency-Key\`, you can safely repeat requests that create or start something.

Every GET operation that does not stream its response also accepts HEAD, and its response has an \`ETag\`. Send it as \`If-None-Match\` to get a 304 without a body while the response is unchanged. A request whose \`Accept\` allows neither JSON nor the content type of the response fails with 406.`;

/** The API as OpenAPI 3.1, derived from the values that route and validate requests. */
export function openapi(): ReturnType<typeof createDocument> {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of all) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return withReservedWords(
    withExamples(
      createDocument(
        {
          openapi: '3.1.1',
          info: {
            title: 'Agent Conversation Service',
            version: packageJson.version,
            summary: packageJson.description,
            description,
            license: { name: 'MIT', identifier: 'MIT' },
          },
          servers: [{ url: 'http://127.0.0.1:3000', description: 'The service on one machine' }],
          tags: tags(),
          paths,
          webhooks: webhooks(),
          components: components(),
        },
        { override: ({ jsonSchema, io }) => withLimits(jsonSchema, io) },
      ),
    ),
  );
}

function tags(): NonNullable<ZodOpenApiObject['tags']> {
  const used = new Set<string>(all.map(tagOf));
  const ofAreas = Object.entries(sections)
    .filter(([name]) => used.has(name))
    .map(([name, { title, description }]) => ({ name, 'x-displayName': title, description }));
  const about =
    'The requests that this service sends to your webhook endpoints. Subscribe at `/api/v1/webhook-endpoints`.';
  return [...ofAreas, { name: 'signed-events', 'x-displayName': 'Signed events', description: about }];
}

function components(): ZodComponents {
  const failures = all.flatMap(failuresOf).toSorted((a, b) => a.status - b.status || (a.name < b.name ? -1 : 1));
  // OAuth endpoints have their own failure examples, with OAuth's fields.
  const described = all.filter((endpoint: Endpoint) => endpoint.failures !== 'oauth');
  const codes = new Set([...described.flatMap(codesOf), 'gateway_timeout' as const]);
  return {
    schemas: legacyForms,
    responses: {
      ...Object.fromEntries(failures.map(({ name, value }) => [name, value])),
      OtherFailure: otherFailure(),
    } as ZodComponents['responses'],
    examples: problemExamples(codes) as ZodComponents['examples'],
    headers: headerComponents as unknown as ZodComponents['headers'],
    // Without examples: the reference would send them with every request.
    parameters: {
      ...deliveryHeaders,
      IfMatch: {
        name: 'If-Match',
        in: 'header',
        required: false,
        description:
          'The `ETag` of the object that you read. If it has changed since, the request fails with 412 and changes nothing. Without this header the change is always made.',
        schema: { type: 'string', maxLength: 4096 },
      },
      IfNoneMatch: {
        name: 'If-None-Match',
        in: 'header',
        required: false,
        description:
          'When reading: the `ETag` that you have; while the file is unchanged, the response is 304 without content. When writing: `*`, so that the request fails with 412 if the file exists.',
        schema: { type: 'string', maxLength: 4096 },
      },
      Range: {
        name: 'Range',
        in: 'header',
        required: false,
        description:
          'One range of bytes (RFC 9110). The response is 206 with `Content-Range`, and can end before the end of a long range.',
        schema: { type: 'string', maxLength: 200 },
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'A unique value for this request, such as a UUID: 1 to 255 visible ASCII characters, optionally in double quotes (a Structured Fields string). Repeating the request within 24 hours with the same path, query and body returns the first response and has no further effect. Use the same API key, or one with the same permissions; a response that shows a secret is repeated only to the same API key.',
        schema: { type: 'string', pattern: requestKeyPattern },
      },
    },
    securitySchemes: {
      sessionApiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Session-API-Key',
        description: `An API key of an owner, or the token of a person. The listed scope is the required one:\n\n${scopeList()}`,
      },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'The same as `Authorization: Bearer …`.',
      },
      sandboxKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Session-API-Key',
        description: 'The session key of a sandbox.',
      },
      deliveryKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Delivery-Key',
        description: 'The delivery key of a running agent, which only the agent has.',
      },
      modelKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'The model key of a conversation, which only its agent has.',
      },
      anthropicKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Api-Key',
        description: 'The same, as libraries of Anthropic send it.',
      },
    },
  };
}
