import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { DynamoModelCallers } from '../../../../shared/domain/broker/keys/dynamo-model-callers.ts';
import { conversationItem } from '../../../../shared/domain/conversations/record/conversation-rows.ts';
import { DynamoSettingsStore } from '../../../../shared/domain/settings/dynamo-settings-store.ts';
import { noSettings } from '../../../../shared/domain/settings/settings-store.ts';
import { aConversation } from '../../../support/conversations/record/conversation-data.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';
import { useServiceTables } from '../../../support/service-tables.ts';

const tables = await useServiceTables();
const callers = new DynamoModelCallers(tables.documents, tables);

async function put(TableName: string, Item: Record<string, unknown>): Promise<void> {
  await tables.documents.send(new PutCommand({ TableName, Item }));
}

it('reads a conversation, its sandbox and the settings of their owner', async () => {
  const sandbox = aRunningSandbox();
  const { owner_id: ownerId, sandbox_id: sandboxId } = sandbox;
  const conversation = aConversation({ sandbox_id: sandboxId, model_key_hash: 'a hash' });
  const { conversation_id: conversationId } = conversation;
  await put(tables.sandboxes, sandbox);
  await put(tables.conversations, conversationItem(conversation));
  const claimed = { ownerId, sandboxId, conversationId };

  expect(await callers.find(claimed)).toMatchObject({ conversation, sandbox, settings: noSettings(ownerId) });

  const settings = { ...noSettings(ownerId), version: 1, agent_settings: { llm: { model: 'openai/gpt-5' } } };
  await new DynamoSettingsStore(tables.documents, tables).save(settings);

  expect(await callers.find(claimed)).toMatchObject({ settings });
  expect(await callers.find({ ...claimed, ownerId: 'bob' })).toBeUndefined();
  expect(await callers.find({ ...claimed, conversationId: 'f'.repeat(32) })).toBeUndefined();
  expect(await callers.find({ ...claimed, sandboxId: 'f'.repeat(32) })).toBeUndefined();
});
