import { documents } from './aws/documents.ts';
import { SecretsManagerMasterKeys } from './aws/master-keys.ts';
import { DynamoConversationStarts } from './conversations/dynamo-conversation-starts.ts';
import { DynamoConversationStore } from './conversations/dynamo-conversation-store.ts';
import { requireEnv } from './env.ts';
import { DynamoSandboxStore } from './sandboxes/dynamo-sandbox-store.ts';
import { SandboxKeys } from './sandboxes/keys.ts';
import { DynamoStartTaskStore } from './start-tasks/dynamo-start-task-store.ts';

/** What functions are wired from, by the variables that the deployment gives them. Bundles keep only what their function calls. */

/** Functions that only read have no table of owners: a write by mistake fails. */
export const sandboxReader = () =>
  new DynamoSandboxStore(documents(), { sandboxes: requireEnv('SANDBOXES_TABLE'), owners: '' });

export const sandboxStore = () =>
  new DynamoSandboxStore(documents(), { sandboxes: requireEnv('SANDBOXES_TABLE'), owners: requireEnv('OWNERS_TABLE') });

export const conversationStore = () => new DynamoConversationStore(documents(), requireEnv('CONVERSATIONS_TABLE'));

export const startTaskStore = () => new DynamoStartTaskStore(documents(), requireEnv('START_TASKS_TABLE'));

export const conversationStarts = () =>
  new DynamoConversationStarts(documents(), {
    conversations: requireEnv('CONVERSATIONS_TABLE'),
    startTasks: requireEnv('START_TASKS_TABLE'),
    sandboxes: requireEnv('SANDBOXES_TABLE'),
    owners: requireEnv('OWNERS_TABLE'),
  });

export const sandboxKeys = () => new SandboxKeys(new SecretsManagerMasterKeys(requireEnv('MASTER_SECRET_ARN')));
