import { documentChanges } from '../../infra/docs/compatibility/document-changes.ts';
import type { Described } from '../../infra/docs/compatibility/schema-changes.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is changed at any of its places
export type Loose = any;

/** An API with one element of each kind that can change. */
function release(): Loose {
  return {
    paths: {
      '/things': {
        get: {
          security: [{ key: [] }, { bearer: [] }],
          parameters: [
            { in: 'query', name: 'limit', schema: { type: 'integer', maximum: 100 } },
            { in: 'query', name: 'sort', schema: { enum: ['up', 'down'] } },
          ],
          responses: {
            200: {
              headers: { 'X-Request-Id': {} },
              content: {
                'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
              },
            },
            404: { $ref: '#/components/responses/NotFound' },
          },
        },
        post: {
          security: [{ key: ['things:write'] }],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewThing' } } } },
          responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
        },
      },
      '/open': { get: { security: [], responses: { 200: {} } } },
    },
    webhooks: {
      'thing.made': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          responses: { 200: {} },
        },
      },
    },
    components: {
      responses: {
        NotFound: { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
      },
      schemas: {
        Thing: {
          type: 'object',
          required: ['id', 'size', 'state', 'made_at'],
          properties: {
            id: { type: 'string' },
            size: { type: 'integer' },
            state: { enum: ['NEW', 'OLD'] },
            made_at: { type: 'string', format: 'date-time' },
            note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
            parent: { $ref: '#/components/schemas/Thing' },
            tags: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
        NewThing: {
          type: 'object',
          required: ['size'],
          properties: {
            size: { type: 'number', maximum: 10 },
            name: { type: ['string', 'null'], maxLength: 100 },
            colour: { enum: ['red', 'blue'] },
            words: { type: 'array', items: { type: 'string' } },
          },
        },
        Problem: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
      },
    },
  };
}

export const changesAfter = (change: (document: Loose) => void): readonly string[] => {
  const document = release();
  change(document);
  return documentChanges(release() as Described, document);
};
export const thing = (document: Loose) => document.components.schemas.Thing;
export const asked = (document: Loose) => document.components.schemas.NewThing;
export const list = (document: Loose) => document.paths['/things'].get;
export const make = (document: Loose) => document.paths['/things'].post;
