import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint, WholeEndpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { CreateConversationRequest } from '../../../shared/contract/shapes/legacy-conversation.ts';
import { StartRequest } from '../../../shared/contract/shapes/start-request.ts';
import { pricesOf } from '../../../shared/domain/billing/usage/prices.ts';
import type { Operation } from '../../../shared/http/operation/operation.ts';
import { exportedOperation } from '../../support/http/exported-operation.ts';
import { invoke, type TestRequest } from '../../support/http/invoke.ts';
import { MemoryWaitPlaces } from '../../support/sandboxes/memory-stores.ts';
import { aSandboxId } from '../../support/sandboxes/sandbox-data.ts';
import { searchSize } from '../../support/search-size.ts';
import { serviceDeps } from '../../support/service-deps.ts';

const service = serviceDeps(5);
const deps = {
  ...service,
  prices: pricesOf(undefined),
  pause: async (milliseconds: number) => service.clock.advance(milliseconds / 1000),
  places: new MemoryWaitPlaces({ perKey: 5, overall: 50 }, service.clock.now),
};
const id = aSandboxId();
const word = fc.oneof(
  fc.string(),
  fc.constantFrom('o/r', 'main', 'github', id, 'gui', 'https://x', '[]', '', '..', 'default'),
);

/** Values that a caller can send. Most are invalid. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  word,
  fc.constant(null),
  fc.boolean(),
  fc.double(),
  fc.integer(),
  fc.array(word, { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.record(
    { repo: word, title: word, issue_number: fc.integer(), git_provider: word, task_type: word },
    { requiredKeys: [] },
  ),
  fc.record({ role: word, content: fc.array(fc.record({ type: fc.constantFrom('text', 'image', 'x'), text: word })) }),
  fc.record(
    { sse_servers: fc.array(fc.record({ url: word, api_key: word })), stdio_servers: fc.jsonValue() },
    { requiredKeys: [] },
  ),
  fc.dictionary(word, word, { maxKeys: 3 }),
);
const bodyOf = (fields: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...fields, 'unknown'), value, { maxKeys: 6 });
const queryNames = [
  ...['page_id', 'limit', 'ids', 'id', 'title__contains', 'created_at__gte', 'created_at__lt', 'updated_at__gte'],
  ...[
    'sandbox_id__eq',
    'include_sub_conversations',
    'sort_order',
    'conversation_id__eq',
    'on_limit',
    'sandbox_spec_id',
  ],
  ...['wait', 'timeout'],
];
const queryValue = fc.oneof(
  word,
  fc.constantFrom('1', '100', '0', '2026-11-21', '2026-11-21T12:00:00Z', 'true', 'CREATED_AT', 'RUNNING'),
);
const query = fc.dictionary(
  fc.constantFrom(...queryNames),
  fc.oneof(queryValue, fc.array(queryValue, { minLength: 1, maxLength: 3 })),
);

/** The response is one that the contract declares, and never a failure of the service. */
async function neverFails(operation: Operation<WholeEndpoint, unknown>, request: TestRequest) {
  const { status, body, text } = await invoke(operation, deps, request);

  expect(status, text).toBeLessThan(500);
  if (status < 400) return;
  expect(body).toMatchObject({
    status,
    code: expect.any(String),
    detail: expect.any(String),
    type: expect.any(String),
  });
  if (status === 422) expect(body.errors.length).toBeGreaterThan(0);
}

beforeAll(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

const operationOf = async (id: string) => {
  const endpoint = (endpoints as readonly Endpoint[]).find((one) => one.id === id);
  if (!endpoint) throw new Error(`there is no endpoint ${id}`);
  return (await exportedOperation(endpoint)) as Operation<WholeEndpoint, unknown>;
};

describe('any body', () => {
  it.each([
    ['create-conversation', Object.keys(CreateConversationRequest.shape)],
    ['create-app-conversation', Object.keys(StartRequest.shape)],
  ])('gets a documented response from %s', async (id, fields) => {
    const operation = await operationOf(id);
    await fc.assert(
      fc.asyncProperty(bodyOf(fields), (body) => neverFails(operation, { body })),
      { numRuns: searchSize.requests },
    );
  });

  it('gets a documented response even if it is not JSON', async () => {
    const operation = await operationOf('create-app-conversation');
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), fc.boolean(), (rawBody, isBase64Encoded) =>
        neverFails(operation, { rawBody, isBase64Encoded }),
      ),
      { numRuns: searchSize.requests },
    );
  });
});

describe('any query and path', () => {
  const ids = [
    ...['list-conversations', 'get-conversation', 'delete-conversation', 'list-app-conversations'],
    ...['count-app-conversations', 'get-app-conversation', 'delete-app-conversation', 'batch-get-start-tasks'],
    ...['search-start-tasks', 'search-sandboxes', 'batch-get-sandboxes', 'get-sandbox', 'search-sandbox-specs'],
    ...['start-sandbox', 'pause-sandbox', 'resume-sandbox', 'delete-sandbox', 'list-sandbox-deletions'],
    'get-sandbox-deletion',
  ];

  it.each(ids)('gets a documented response from %s', async (id) => {
    const operation = await operationOf(id);
    await fc.assert(
      fc.asyncProperty(query, word, (given, text) =>
        neverFails(operation, { query: given, params: { sandbox_id: text, conversation_id: text } }),
      ),
      { numRuns: Math.ceil(searchSize.requests / 5) },
    );
  });
});
