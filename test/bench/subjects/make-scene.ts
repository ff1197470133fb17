import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StartRequest } from '../../../shared/contract/shapes/start-request.ts';
import { newConversation } from '../../../shared/domain/conversations/conversation.ts';
import { DynamoKeyStore } from '../../../shared/domain/keys/dynamo-key-store.ts';
import { issueKey } from '../../../shared/domain/keys/issue-key.ts';
import type { SandboxSpec } from '../../../shared/domain/sandbox-specs/sandbox-spec.ts';
import { newSandbox } from '../../../shared/domain/sandboxes/lifecycle/generation.ts';
import { startedBy } from '../../../shared/domain/sandboxes/record/identity.ts';
import { changed, type Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { DynamoSandboxStore } from '../../../shared/domain/sandboxes/store/dynamo-sandbox-store.ts';
import { DynamoConversationStarts } from '../../../shared/domain/start-tasks/create/dynamo-conversation-starts.ts';
import { newStartTask } from '../../../shared/domain/start-tasks/task/start-task.ts';
import { timestamp } from '../../../shared/platform/clock.ts';
import { newId } from '../../../shared/platform/ids.ts';
import { within } from '../../support/sandboxes/start-bounds.ts';
import { SNAPSHOT_ID, VOLUME_ID } from '../stub/stub-disks.ts';
import type { StubServer } from '../stub/stub-server.ts';
import { TASK_ARN } from '../stub/stub-task.ts';
import { emptyWorld, type World } from '../stub/world.ts';
import { tables } from '../tables.ts';
import { firstMessage } from './requests.ts';
import type { Scene } from './scene.ts';

const ownerId = 'bench';

const names = {
  sandboxes: tables.SANDBOXES_TABLE.name,
  owners: tables.OWNERS_TABLE.name,
  conversations: tables.CONVERSATIONS_TABLE.name,
  startTasks: tables.START_TASKS_TABLE.name,
};

/** How long ago everything happened, in milliseconds: long enough for the sweep to take a start task for forgotten. */
const PAST = 45_000;

/** Makes the scene with the service's own stores, so that rows are as in production. */
export async function makeScene(stub: StubServer, spec: SandboxSpec): Promise<Scene> {
  const now = new Date(Date.now() - PAST);
  const documents = clientOf(stub);
  const sandboxes = sandboxesIn(stub, spec, now);
  const { running, paused, pending, booting, stopping } = sandboxes;
  const { conversation, startTask } = conversationIn(running, now);
  const store = new DynamoSandboxStore(documents, names);
  const add = (...added: Sandbox[]) => store.save(added.map((next) => ({ previous: null, next })));

  stub.reset(emptyWorld);
  const keys = new DynamoKeyStore(documents, { apiKeys: tables.API_KEYS_TABLE.name });
  const key = await issueKey({ ownerId, name: 'bench', expiresAt: null }, keys, now);
  const start = { task: startTask, conversation: { kind: 'new' as const, row: conversation }, join: null };
  const sandboxChanges = [{ previous: null, next: running }];
  await new DynamoConversationStarts(documents, names).write({ ...start, sandboxChanges }, within(10));
  await add(paused);
  const settled = worldOf(stub, running, true);

  stub.reset(emptyWorld);
  await add(pending);
  const asked = { ...emptyWorld, rows: stub.rows };

  stub.reset(emptyWorld);
  await add(booting);
  const booted = worldOf(stub, booting, false);

  stub.reset(emptyWorld);
  await add(stopping);
  const ending = worldOf(stub, stopping, true);

  documents.destroy();
  const ids = { ownerId, keyId: key.record.key_id, apiKey: key.text, specId: spec.id };
  return { ...ids, ...sandboxes, conversation, startTask, settled, asked, booted, ending };
}

function clientOf(stub: StubServer): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const client = new DynamoDBClient({ endpoint: stub.url, region: 'us-east-1', credentials });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

function worldOf(stub: StubServer, sandbox: Sandbox, agentReady: boolean): World {
  return { rows: stub.rows, task: { startedBy: startedBy(sandbox), lastStatus: 'RUNNING' }, agentReady };
}

/** The port of every agent is the stub's, whatever the agent's address. */
function sandboxesIn(stub: StubServer, spec: SandboxSpec, now: Date) {
  const make = () => newSandbox(ownerId, newId(now), { ...spec, ports: { AGENT_SERVER: stub.port } }, now);
  const url = { name: 'AGENT_SERVER' as const, port: stub.port, url: stub.url };
  const started = { task_arn: TASK_ARN, task_version: 4, key_id: 'k1', volume_id: VOLUME_ID };
  const ran = { ...started, running_since: timestamp(now), exposed_urls: [url] };
  const used = { conversation_count: 1, created_for_conversation: true };
  const kept = { snapshot_id: SNAPSHOT_ID, saved_at: timestamp(now) };
  return {
    pending: make(),
    booting: changed(make(), now, { ...started, phase: 'BOOTING' }),
    running: changed(make(), now, { ...ran, ...used, phase: 'RUNNING' }),
    paused: changed(make(), now, { key_id: 'k1', ...kept, phase: 'PAUSED', desired: 'PAUSED' }),
    stopping: changed(make(), now, { ...ran, phase: 'STOPPING', desired: 'PAUSED' }),
  };
}

function conversationIn(sandbox: Sandbox, now: Date) {
  const conversation = newConversation(
    {
      owner_id: ownerId,
      conversation_id: newId(now),
      given_id: null,
      sandbox_id: sandbox.sandbox_id,
      sandbox_created_at: sandbox.created_at,
      title: null,
      trigger: null,
      selected_repository: null,
      selected_branch: null,
      git_provider: null,
      pr_number: [],
      llm_model: null,
      parent_conversation_id: null,
      public: null,
    },
    now,
  );
  const startTask = newStartTask(
    {
      owner_id: ownerId,
      start_task_id: newId(now),
      conversation_id: conversation.conversation_id,
      sandbox_id: sandbox.sandbox_id,
      request: StartRequest.parse({ initial_message: firstMessage }),
      sealed: null,
      replay_json: null,
    },
    now,
  );
  return { conversation, startTask };
}
