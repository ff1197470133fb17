import type * as z from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { tagOf } from '../../../shared/contract/endpoint/areas.ts';
import { type Endpoint, isBinary } from '../../../shared/contract/endpoint/endpoint.ts';
import { refusesUnsupported } from '../../../shared/http/request/unknown-fields.ts';
import { EVENT_STREAM } from '../../../shared/platform/event-stream.ts';
import { failuresOf } from './failures.ts';
import { headerReferences, successHeaders } from './headers.ts';
import { bodyDescription } from './input-limits.ts';

type Security = Record<string, string[]>[];
type Content = Record<string, { schema?: z.ZodType | { type: 'string' } }>;

/** An endpoint as an operation, without examples. */
export function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { success, params, query, body, generation } = endpoint;
  const parameters = headerParameters(endpoint);
  return {
    operationId: endpoint.id,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...(generation === 'legacy' ? { deprecated: true } : {}),
    security: securityOf(endpoint),
    ...refusalsOf(endpoint),
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(parameters.length > 0
      ? { parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })) }
      : {}),
    ...(body
      ? {
          requestBody: {
            description: bodyDescription(endpoint),
            required: !body.safeParse(undefined).success,
            content: requestContent(endpoint, body),
          },
        }
      : {}),
    responses: {
      [`${success.status}`]: {
        description: successDescription(endpoint),
        headers: { ...headerReferences(successHeaders(endpoint)), ...ownHeaders(endpoint) },
        ...(success.status === 204 ? {} : { content: contentOf(success) }),
      },
      ...partialResponse(endpoint),
      ...Object.fromEntries(
        failuresOf(endpoint).map(({ status, name }) => [`${status}`, { $ref: `#/components/responses/${name}` }]),
      ),
      default: { $ref: '#/components/responses/OtherFailure' },
    },
  };
}

function headerParameters({ idempotent, method, revised, conditional, ranges }: Endpoint): readonly string[] {
  return [
    ...(idempotent ? ['IdempotencyKey'] : []),
    ...((revised && method !== 'GET') || conditional ? ['IfMatch'] : []),
    ...(conditional ? ['IfNoneMatch'] : []),
    ...(ranges ? ['Range'] : []),
  ];
}

/** The response to a request with `Range`. */
function partialResponse(endpoint: Endpoint): ZodOpenApiOperationObject['responses'] {
  if (!endpoint.ranges) return {};
  const headers = headerReferences([...successHeaders(endpoint), 'Content-Range']);
  const type = endpoint.success.contentType ?? 'application/json';
  return { '206': { description: 'The requested range.', headers, content: { [type]: {} } } };
}

function descriptionOf(endpoint: Endpoint): string {
  const { description, access, scope, idempotent, refusals = {} } = endpoint;
  return [
    description,
    access === 'open' ? 'No API key is needed.' : undefined,
    access === 'sandbox' ? `Requires the ${keyWords(endpoint)}.` : undefined,
    scope === 'any' ? 'Any valid API key can call this.' : undefined,
    scope !== undefined && scope !== 'any' ? `Requires the scope \`${scope}\`.` : undefined,
    idempotent ? 'Safe to repeat with the same Idempotency-Key.' : undefined,
    ...Object.entries(refusals).map(([type, what]) => `Fails with \`${type}\` if ${what}.`),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

const ofFields = {
  unsupported_field: 'an unknown field asks for a size, a limit, a place or a permission',
} as const;

const ofPages = { invalid_page_id: '`page_id` is not a `next_page_id` of this list' } as const;

/** The same for programs: refusals of schema-valid requests, by error type or code. */
function refusalsOf(endpoint: Endpoint): { readonly 'x-refusals'?: Readonly<Record<string, string>> } {
  const { query, refusals } = endpoint;
  const isPaged = query !== undefined && 'page_id' in query.shape;
  const all = { ...(isPaged ? ofPages : {}), ...(refusesUnsupported(endpoint) ? ofFields : {}), ...refusals };
  return Object.keys(all).length > 0 ? { 'x-refusals': all } : {};
}

/** Whether only agents call it, with the key that the service gave them for this. */
function isDelivery({ access, tag }: Endpoint): boolean {
  return access === 'sandbox' && tag === 'webhooks';
}

/** The key of an endpoint for sandboxes. */
function keyWords(endpoint: Endpoint): string {
  if (endpoint.modelKey) return 'model key of a conversation';
  return isDelivery(endpoint) ? 'delivery key of an agent' : 'session key of a sandbox';
}

/** Since OpenAPI 3.1, this lists the roles of any security scheme, not only of OAuth. */
function securityOf(endpoint: Endpoint): Security {
  const { access, scope } = endpoint;
  if (access === 'open') return [];
  if (endpoint.modelKey) return [{ modelKey: [] }, { anthropicKey: [] }];
  if (access === 'sandbox') return [isDelivery(endpoint) ? { deliveryKey: [] } : { sandboxKey: [] }];
  const needed = scope === undefined || scope === 'any' ? [] : [scope];
  return [{ sessionApiKey: needed }, { bearer: needed }];
}

function successDescription({ success, stream }: Endpoint): string {
  if (stream) return 'A streamed response.';
  if (success.contentType === 'application/zip') return 'A ZIP archive.';
  return success.status === 201 ? 'Created.' : 'Done.';
}

/** Headers of this response only. Its content declares the `Content-Type`. */
function ownHeaders({ success }: Endpoint): Record<string, { schema: { type: 'string' }; example: string }> {
  return Object.fromEntries(
    Object.entries(success.headers ?? {})
      .filter(([name]) => name.toLowerCase() !== 'content-type')
      .map(([name, example]) => [name, { schema: { type: 'string' as const }, example }]),
  );
}

function contentOf({ contentType, body, textType, events }: Endpoint['success']): Content {
  return {
    // No schema describes binary content.
    [contentType ?? 'application/json']: isBinary({ contentType }) ? {} : { schema: body },
    ...(textType ? { [textType]: { schema: { type: 'string' } } } : {}),
    ...(events ? { [EVENT_STREAM]: { schema: events } } : {}),
  };
}

const requestTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
  signed: 'application/json',
} as const;

/** Endpoints that accept forms accept JSON too. Generators of clients cannot choose between two types. */
function requestContent({ bodyFormat }: Endpoint, schema: z.ZodType) {
  return { [requestTypes[bodyFormat ?? 'json']]: { schema } };
}
