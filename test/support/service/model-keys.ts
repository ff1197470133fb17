import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { ModelKeys } from '../../../shared/domain/broker/keys/model-keys.ts';
import { readConversation } from '../../../shared/domain/conversations/record/conversation.ts';
import { Admin } from './admin.ts';
import type { StartedConversation } from './conversations.ts';
import { service } from './owners.ts';
import { rememberSecret } from './secrets-of-run.ts';
import { LocalTables } from './tables.ts';

/** The key with which the agent of a conversation calls models, as the agent got it. */
export async function modelKeyOf({ id, sandboxId }: Pick<StartedConversation, 'id' | 'sandboxId'>): Promise<string> {
  const { stateDirectory } = service();
  if (stateDirectory === null) throw new Error('only a service on this machine shows its keys');
  const admin = await Admin.of(stateDirectory);
  const tables = await LocalTables.of(stateDirectory);
  const [sandbox, secret] = await Promise.all([admin.sandbox(sandboxId), admin.masterSecret()]);
  const Key = { owner_id: sandbox.owner_id, conversation_id: id.replaceAll('-', '') };
  const { Item } = await DynamoDBDocumentClient.from(tables.client).send(
    new GetCommand({ TableName: tables.name('Conversations'), Key }),
  );
  tables.close();
  if (!Item) throw new Error(`conversation ${id} has no row`);
  const key = await new ModelKeys({ get: async (keyId) => secret[keyId] ?? '' }).of(readConversation(Item), sandbox);
  rememberSecret('a model key', key);
  return key;
}
