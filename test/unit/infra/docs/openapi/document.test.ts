import { describe, expect, it } from 'vitest';
import { openapi } from '../../../../../infra/docs/openapi/document.ts';
import { failureExamples } from '../../../../../infra/docs/openapi/failure-examples.ts';
import { codesOf } from '../../../../../infra/docs/openapi/failures.ts';
import { isCounted } from '../../../../../infra/docs/openapi/headers.ts';
import type { Endpoint } from '../../../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../../../shared/contract/index.ts';
import { eventTypes } from '../../../../../shared/contract/shapes/integrator-event-types.ts';
import { problems } from '../../../../../shared/http/answers/problem.ts';

type Examples = Readonly<Record<string, { readonly value?: unknown }>>;

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly examples?: Examples }>>;
}

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly requestBody?: Required<Pick<Response, 'content'>>;
  readonly responses: Readonly<Record<string, Response & { readonly $ref?: string }>>;
}

const document = JSON.parse(JSON.stringify(openapi()));
const all = endpoints as readonly Endpoint[];
const operationOf = ({ method, path }: Endpoint): Operation => document.paths[path][method.toLowerCase()];
const followed = (response: Operation['responses'][string] | undefined): Response | undefined =>
  response?.$ref ? document.components.responses[response.$ref.replace('#/components/responses/', '')] : response;
const responseOf = (endpoint: Endpoint, status: number) => followed(operationOf(endpoint).responses[status]);

/** OAuth clients expect plain JSON. */
const failureType = ({ failures }: Endpoint) =>
  failures === 'oauth' ? 'application/json' : 'application/problem+json';

describe('OpenAPI document', () => {
  it('has an example response of each endpoint that satisfies its contract', () => {
    for (const endpoint of all) {
      const { contentType = 'application/json', body, status } = endpoint.success;
      if (contentType === 'application/zip') continue;
      const example = responseOf(endpoint, status)?.content?.[contentType]?.example;
      expect([endpoint.id, body.safeParse(example)]).toEqual([endpoint.id, { success: true, data: expect.anything() }]);
    }
  });

  it('has an example request of each endpoint that takes one', () => {
    for (const endpoint of all.filter(({ body }) => body)) {
      const content = Object.values(operationOf(endpoint).requestBody?.content ?? {});
      expect(content.length, endpoint.id).toBeGreaterThan(0);
      for (const { example } of content) {
        const { error } = endpoint.body?.safeParse(example) ?? {};
        expect([endpoint.id, error?.message]).toEqual([endpoint.id, undefined]);
      }
    }
  });

  it('lists every failure of each endpoint, by status and code', () => {
    for (const endpoint of all) {
      const told = Object.entries(operationOf(endpoint).responses)
        .filter(([status]) => /^[45]/.test(status))
        .flatMap(([, response]) => Object.keys(followed(response)?.content?.[failureType(endpoint)]?.examples ?? {}));
      expect(told.toSorted(), endpoint.id).toEqual([...codesOf(endpoint)].toSorted());
    }
    expect(document.components.responses.OtherFailure).toBeDefined();
  });

  it('has an example for each code, with its own text', () => {
    for (const endpoint of all) {
      for (const code of codesOf(endpoint)) {
        const { status } = problems[code];
        const examples = responseOf(endpoint, status)?.content?.[failureType(endpoint)]?.examples ?? {};
        const { value = document.components.examples[code]?.value } = examples[code] ?? {};

        expect(failureExamples[code], code).toBeDefined();
        expect(value, `${endpoint.id} ${code}`).toMatchObject({ code, status });
      }
    }
  });

  it('names the scope that a key needs', () => {
    for (const endpoint of all.filter(({ access }) => access === 'key')) {
      const needed = endpoint.scope === 'any' ? [] : [endpoint.scope];
      expect(operationOf(endpoint).security, endpoint.id).toEqual([{ sessionApiKey: needed }, { bearer: needed }]);
    }
  });

  it('has the request id in every response, and the limits in those that require a key', () => {
    for (const endpoint of all) {
      const responses = Object.values(operationOf(endpoint).responses);
      for (const response of responses)
        expect(Object.keys(followed(response)?.headers ?? {})).toContain('X-Request-Id');
      const headers = responseOf(endpoint, endpoint.success.status)?.headers ?? {};
      expect('RateLimit' in headers, endpoint.id).toBe(isCounted(endpoint));
      if (endpoint.access === 'key') expect(responseOf(endpoint, 429)?.headers).toHaveProperty('Retry-After');
    }
  });

  it('marks the legacy endpoints, and no others, as deprecated', () => {
    for (const endpoint of all) {
      const isLegacy = endpoint.generation === 'legacy';
      const headers = responseOf(endpoint, endpoint.success.status)?.headers ?? {};
      expect(operationOf(endpoint).deprecated === true, endpoint.id).toBe(isLegacy);
      for (const name of ['Deprecation', 'Sunset', 'Link']) expect(name in headers, endpoint.id).toBe(isLegacy);
    }
  });

  it('offers an Idempotency-Key where an endpoint accepts it', () => {
    for (const endpoint of all) {
      const parameters = operationOf(endpoint).parameters ?? [];
      const isOffered = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
      const headers = responseOf(endpoint, endpoint.success.status)?.headers ?? {};
      expect(isOffered, endpoint.id).toBe(endpoint.idempotent !== undefined);
      expect('Idempotent-Replayed' in headers, endpoint.id).toBe(endpoint.idempotent !== undefined);
    }
  });

  it('describes every event for integrators', () => {
    expect(Object.keys(document.webhooks)).toEqual(expect.arrayContaining([...eventTypes]));
    for (const { post } of Object.values<{ post: Operation }>(document.webhooks)) {
      expect(post.requestBody?.content['application/json']).toHaveProperty('example.type');
      expect(post.security).toEqual([]);
    }
  });

  it('describes every tag that it uses, and no other', () => {
    const items: Record<string, { tags: string[] }>[] = [
      ...Object.values<never>(document.paths),
      ...Object.values<never>(document.webhooks),
    ];
    const used = new Set(items.flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)));
    expect(document.tags.map(({ name }: { name: string }) => name).toSorted()).toEqual([...used].toSorted());
  });
});
