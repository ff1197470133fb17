import { afterEach, expect, it, vi } from 'vitest';
import { batchGetSharedConversations } from '../../../../functions/conversations/batch-get-shared-conversations.ts';
import { DynamoSharedConversations } from '../../../../shared/domain/conversations/sharing/dynamo-shared-conversations.ts';
import { sharedDeps } from '../../../../shared/wiring/conversations.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();

afterEach(() => vi.unstubAllEnvs());

it('visitors find nothing in a deployment without public links, whatever was public before', async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('PUBLIC_LINKS', 'true');
  expect(sharedDeps(tables).shared).toBeInstanceOf(DynamoSharedConversations);

  vi.stubEnv('PUBLIC_LINKS', 'false');
  const deps = { ...sharedDeps(tables), windows: { count: async () => undefined } };
  const { status, body } = await invoke(batchGetSharedConversations, deps, {
    query: { ids: ['0190a1b2c3d47e5f8a9b0c1d2e3f4a5b'] },
  });

  expect([status, body]).toEqual([200, [null]]);
});
