import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { batchGetStartTasks } from '../../../functions/conversations/batch-get-start-tasks.ts';
import { countAppConversations } from '../../../functions/conversations/count-app-conversations.ts';
import { createAppConversation } from '../../../functions/conversations/create-app-conversation.ts';
import { createConversation } from '../../../functions/conversations/create-conversation.ts';
import { deleteAppConversation } from '../../../functions/conversations/delete-app-conversation.ts';
import { deleteConversation } from '../../../functions/conversations/delete-conversation.ts';
import { getAppConversation } from '../../../functions/conversations/get-app-conversation.ts';
import { getConversation } from '../../../functions/conversations/get-conversation.ts';
import { listAppConversations } from '../../../functions/conversations/list-app-conversations.ts';
import { listConversations } from '../../../functions/conversations/list-conversations.ts';
import { searchStartTasks } from '../../../functions/conversations/search-start-tasks.ts';
import { batchGetSandboxes } from '../../../functions/sandboxes/batch-get-sandboxes.ts';
import { deleteSandbox } from '../../../functions/sandboxes/delete-sandbox.ts';
import { getSandbox } from '../../../functions/sandboxes/get-sandbox.ts';
import { getSandboxDeletion } from '../../../functions/sandboxes/get-sandbox-deletion.ts';
import { listSandboxDeletions } from '../../../functions/sandboxes/list-sandbox-deletions.ts';
import { pauseSandbox } from '../../../functions/sandboxes/pause-sandbox.ts';
import { resumeSandbox } from '../../../functions/sandboxes/resume-sandbox.ts';
import { searchSandboxSpecs } from '../../../functions/sandboxes/search-sandbox-specs.ts';
import { searchSandboxes } from '../../../functions/sandboxes/search-sandboxes.ts';
import { startSandbox } from '../../../functions/sandboxes/start-sandbox.ts';
import { CreateConversationRequest } from '../../../shared/contract/shapes/legacy-conversation.ts';
import { StartRequest } from '../../../shared/contract/shapes/start-request.ts';
import { invoke, type TestRequest } from '../../support/http/invoke.ts';
import { MemoryWaitPlaces } from '../../support/sandboxes/memory-stores.ts';
import { aSandboxId } from '../../support/sandboxes/sandbox-data.ts';
import { searchSize } from '../../support/search-size.ts';
import { serviceDeps } from '../../support/service-deps.ts';

const service = serviceDeps(5);
const deps = {
  ...service,
  pause: async (milliseconds: number) => service.clock.advance(milliseconds / 1000),
  places: new MemoryWaitPlaces({ perKey: 5, overall: 50 }, service.clock.now),
};
const id = aSandboxId();
const word = fc.oneof(
  fc.string(),
  fc.constantFrom('o/r', 'main', 'github', id, 'gui', 'https://x', '[]', '', '..', 'default'),
);

/** Values as a caller may send them: some right, most of them not. */
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
    'wait',
    'timeout',
  ],
];
const queryValue = fc.oneof(
  word,
  fc.constantFrom('1', '100', '0', '2026-11-21', '2026-11-21T12:00:00Z', 'true', 'CREATED_AT', 'RUNNING'),
);
const query = fc.dictionary(
  fc.constantFrom(...queryNames),
  fc.oneof(queryValue, fc.array(queryValue, { minLength: 1, maxLength: 3 })),
);

/** Whatever is sent, the service answers what its contract allows, and never that something went wrong on its side. */
async function neverFails(call: (request: TestRequest) => ReturnType<typeof invoke>, request: TestRequest) {
  const { status, body, text } = await call(request);

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

describe('any body', () => {
  it.each([
    [
      'legacy',
      Object.keys(CreateConversationRequest.shape),
      (request: TestRequest) => invoke(createConversation, deps, request),
    ],
    [
      'current',
      Object.keys(StartRequest.shape),
      (request: TestRequest) => invoke(createAppConversation, deps, request),
    ],
  ] as const)('gets a documented answer from the %s generation', async (_, fields, call) => {
    await fc.assert(
      fc.asyncProperty(bodyOf(fields), (body) => neverFails(call, { body })),
      { numRuns: searchSize.requests },
    );
  });

  it('gets a documented answer even when it is no JSON', async () => {
    const call = (request: TestRequest) => invoke(createAppConversation, deps, request);

    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), fc.boolean(), (rawBody, isBase64Encoded) =>
        neverFails(call, { rawBody, isBase64Encoded }),
      ),
      { numRuns: searchSize.requests },
    );
  });
});

describe('any query and path', () => {
  const calls: readonly [string, (request: TestRequest) => ReturnType<typeof invoke>][] = [
    ['list-conversations', (request) => invoke(listConversations, deps, request)],
    ['get-conversation', (request) => invoke(getConversation, deps, request)],
    ['delete-conversation', (request) => invoke(deleteConversation, deps, request)],
    ['list-app-conversations', (request) => invoke(listAppConversations, deps, request)],
    ['count-app-conversations', (request) => invoke(countAppConversations, deps, request)],
    ['get-app-conversation', (request) => invoke(getAppConversation, deps, request)],
    ['delete-app-conversation', (request) => invoke(deleteAppConversation, deps, request)],
    ['batch-get-start-tasks', (request) => invoke(batchGetStartTasks, deps, request)],
    ['search-start-tasks', (request) => invoke(searchStartTasks, deps, request)],
    ['search-sandboxes', (request) => invoke(searchSandboxes, deps, request)],
    ['batch-get-sandboxes', (request) => invoke(batchGetSandboxes, deps, request)],
    ['get-sandbox', (request) => invoke(getSandbox, deps, request)],
    ['search-sandbox-specs', (request) => invoke(searchSandboxSpecs, deps, request)],
    ['start-sandbox', (request) => invoke(startSandbox, deps, request)],
    ['pause-sandbox', (request) => invoke(pauseSandbox, deps, request)],
    ['resume-sandbox', (request) => invoke(resumeSandbox, deps, request)],
    ['delete-sandbox', (request) => invoke(deleteSandbox, deps, request)],
    ['list-sandbox-deletions', (request) => invoke(listSandboxDeletions, deps, request)],
    ['get-sandbox-deletion', (request) => invoke(getSandboxDeletion, deps, request)],
  ];

  it.each(calls)('gets a documented answer from %s', async (_, call) => {
    await fc.assert(
      fc.asyncProperty(query, word, (given, text) =>
        neverFails(call, { query: given, params: { sandbox_id: text, conversation_id: text } }),
      ),
      { numRuns: Math.ceil(searchSize.requests / 5) },
    );
  });
});
