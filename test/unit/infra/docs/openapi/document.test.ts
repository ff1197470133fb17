import { describe, expect, it } from 'vitest';
import { currentPage, readLifecyclePage } from '../../../../../infra/docs/lifecycle.ts';
import { reasonOutcomes } from '../../../../../infra/docs/lifecycle-words.ts';
import { openapi } from '../../../../../infra/docs/openapi/document.ts';
import { dataOf } from '../../../../../infra/docs/openapi/event-schemas.ts';
import { failureExamples } from '../../../../../infra/docs/openapi/failure-examples.ts';
import { codesOf } from '../../../../../infra/docs/openapi/failures.ts';
import { isCounted } from '../../../../../infra/docs/openapi/headers.ts';
import type { Endpoint } from '../../../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../../../shared/contract/index.ts';
import { eventTypes } from '../../../../../shared/contract/shapes/integrator-event-types.ts';
import { leases, limits } from '../../../../../shared/domain/sandboxes/record/limits.ts';
import { phaseChanges } from '../../../../../shared/domain/sandboxes/record/phase-changes.ts';
import { Phase } from '../../../../../shared/domain/sandboxes/record/phases.ts';
import { conversationEvents, sandboxEvents } from '../../../../../shared/domain/webhooks/published-events.ts';
import { problems } from '../../../../../shared/http/answers/problem.ts';
import { failureCodes } from '../../../../../shared/presentation/compute-failures.ts';
import { lifecycleReasons } from '../../../../../shared/presentation/sandbox-reasons.ts';
import { aConversation } from '../../../../support/conversations/record/conversation-data.ts';
import { aRunningSandbox, aSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

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
      if (contentType === 'application/zip' || contentType === 'application/octet-stream') continue;
      const { content } = responseOf(endpoint, status) ?? {};
      if (status === 204) {
        expect([endpoint.id, content]).toEqual([endpoint.id, undefined]);
        continue;
      }
      const example = content?.[contentType]?.example;
      expect([endpoint.id, body.safeParse(example)]).toEqual([endpoint.id, { success: true, data: expect.anything() }]);
    }
  });

  it('has an example request of each endpoint with a body', () => {
    for (const endpoint of all.filter(
      ({ body, bodyFormat }) => body && !['bytes', 'signed'].includes(bodyFormat ?? ''),
    )) {
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
      // Such an endpoint repeats what it did instead of a stored response.
      const isStored = endpoint.idempotent !== undefined && endpoint.idempotent !== 'own';
      expect('Idempotent-Replayed' in headers, endpoint.id).toBe(isStored);
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

const conversation = aConversation();
const running = aRunningSandbox();

describe('schema of signed events', () => {
  it('matches the data of conversation events', () => {
    const told = [
      ...conversationEvents(undefined, conversation),
      ...conversationEvents(conversation, { ...conversation, title: 'Another', execution_status: 'running' }),
      ...conversationEvents(conversation, undefined),
    ];

    expect(told.map(({ type }) => type)).toEqual([
      'conversation.created',
      'conversation.status_changed',
      'conversation.updated',
      'conversation.deleted',
    ]);
    for (const { type, data } of told) expect([type, dataOf(type).parse(data)]).toEqual([type, data]);
  });

  it('matches the data of sandbox events', () => {
    const told = [
      ...sandboxEvents(undefined, aSandbox()),
      ...sandboxEvents(aSandbox(), running),
      ...sandboxEvents(running, undefined),
    ];

    expect(told.map(({ type }) => type)).toEqual(['sandbox.starting', 'sandbox.running', 'sandbox.deleted']);
    for (const { type, data } of told) expect([type, dataOf(type).parse(data)]).toEqual([type, data]);
  });
});

const page = await readLifecyclePage();

describe('docs/lifecycle.md', () => {
  it('is current', () => {
    expect(currentPage(page), 'run `npm run lifecycle` and commit the page').toBe(page);
  });

  it('contains every phase, and every change in table and diagram', () => {
    for (const phase of Phase.options) expect(page).toContain(`\n| ${phase} | `);
    for (const { from, to, label, when } of phaseChanges) {
      expect(page).toContain(`| ${from} | ${to} | ${when} |`);
      const isDeletion = [from, to].some((phase) => phase === 'DELETING' || phase === 'DELETED');
      if (!isDeletion) expect(page).toContain(`    ${from} --> ${to} : ${label}\n`);
    }
  });

  it.each([...failureCodes(), ...lifecycleReasons().map(({ code }) => code)])('has %s with its remedy', (code) => {
    const [line] = page.split('\n').filter((text) => text.startsWith(`| \`${code}\` |`));

    expect(line?.split(' | ').filter((cell) => cell.trim() === '')).toEqual([]);
    expect(line?.split(' | ')).toHaveLength(5);
  });

  it.each([...Object.keys(limits), ...Object.keys(leases)])('has the limit %s with its number', (name) => {
    expect(page).toMatch(new RegExp(`\\| \`${name}\` \\| \\d+ (seconds|minutes|hours|days|times) \\|`));
  });

  it('contains no unknown reason code', () => {
    expect(Object.keys(reasonOutcomes)).toEqual(lifecycleReasons().map(({ code }) => code));
  });

  it('generator throws when a part is missing', () => {
    const without = page.replace('<!-- end of limits -->', '');

    expect(() => currentPage(without)).toThrow("no place for 'limits'");
  });
});
