import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Api, Query } from './api.ts';
import { operatorOf } from './control.ts';
import { waitForSandbox } from './conversations.ts';
import { eventually } from './eventually.ts';
import { everyProcessNaming, innermost, type Process, processesNaming } from './processes.ts';
import { rememberSecret } from './secrets-of-run.ts';

export interface StartedSandbox {
  readonly id: string;
  readonly sessionKey: string;
  readonly agentUrl: string;
}

export async function startSandbox(api: Api, query: Query = {}): Promise<StartedSandbox> {
  const { status, body, text } = await api.post('/api/v1/sandboxes', undefined, query);
  if (status !== 200) throw new Error(`start answered ${status}: ${text}`);
  return runningSandbox(api, body.id);
}

export async function runningSandbox(api: Api, id: string): Promise<StartedSandbox> {
  const { session_api_key: sessionKey, exposed_urls: urls } = await waitForSandbox(api, id, 'RUNNING');
  rememberSecret('a session key', sessionKey);
  return { id, sessionKey, agentUrl: urls.find(({ name }: { name: string }) => name === 'AGENT_SERVER').url };
}

/** The agent's response status, or that the agent is gone. The right key would wake a paused sandbox. */
export async function knock(url: string, sessionKey: string): Promise<number | 'no agent'> {
  try {
    const response = await fetch(url, { headers: { 'X-Session-API-Key': sessionKey } });
    const text = await response.text();
    return /"code":"(sandbox_(moved|paused)|gone)"/.test(text) ? 'no agent' : response.status;
  } catch {
    return 'no agent';
  }
}

/** The processes of a local sandbox. Their command lines contain its workspace. */
export function processesOf(sandboxId: string): Promise<readonly Process[]> {
  return processesNaming(sandboxId);
}

/** The processes of a sandbox's agent servers, without the loop beside each that measures it. */
export async function agentsOf(sandboxId: string): Promise<readonly Process[]> {
  const { agents } = await sandboxProcesses(sandboxId);
  return agents;
}

/** The agent servers whose command lines contain a text, and the loops that measure them. */
export async function sandboxProcesses(text: string) {
  const found = await everyProcessNaming(text);
  const { loops = [], others = [] } = Object.groupBy(found, ({ command }) =>
    command.includes(' acs-measure ') ? 'loops' : 'others',
  );
  return { agents: innermost(others), loops: innermost(loops) };
}

export async function waitUntilNothingRunsOf(sandboxId: string): Promise<void> {
  await eventually(`nothing runs of sandbox ${sandboxId}`, async () => (await processesOf(sandboxId)).length === 0);
}

/** Raises an owner's sandbox count, because the limit is too high to start enough sandboxes. */
export async function pretendToRun(ownerName: string, more: number, stateDirectory: string): Promise<void> {
  const { client: access, outputs } = await operatorOf(stateDirectory);
  const client = new DynamoDBClient(access);
  try {
    await client.send(
      new UpdateItemCommand({
        TableName: outputs.OwnersTable,
        Key: { owner_id: { S: ownerName } },
        UpdateExpression: 'ADD active_sandboxes :more',
        ExpressionAttributeValues: { ':more': { N: String(more) } },
      }),
    );
  } finally {
    client.destroy();
  }
}
