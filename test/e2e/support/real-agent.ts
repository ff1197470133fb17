import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { installedAgentServer } from '../../../infra/specs/installed-program.ts';
import { reached, type StartedConversation, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { StubModel } from './stub-model.ts';

/** In milliseconds. The real agent server needs many seconds of CPU time to load. */
const PATIENCE = 300_000;

export const MODEL_KEY = `sk-${randomUUID()}`;
export const conversations = '/api/v1/app-conversations';

/** The installed agent server. */
export const program = installedAgentServer(process.env);
const without = program === undefined || service().stateDirectory === null;
const why = without ? ' (skipped: set OPENHANDS_AGENT_SERVER to an installed agent server)' : '';

export const said = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });

export const patiently = <T>(what: string, look: () => Promise<T | false | undefined>) =>
  eventually(what, look, PATIENCE);

/** A suite that is skipped where no agent server is installed. */
export function describeRealAgent(name: string, tests: () => void): void {
  describe.skipIf(without)(`the real agent server: ${name}${why}`, { timeout: 900_000 }, tests);
}

interface Stage {
  readonly owner: Owner;
  readonly model: StubModel;
}

type Performer = Pick<Stage, 'owner'>;

/** An owner whose agents have a model that answers by script, for the tests of a suite. */
export function stageOfSuite(): Stage {
  const stage: { owner?: Owner; model?: StubModel } = {};
  beforeAll(async () => {
    const [owner, model] = [await newOwner(), await StubModel.start()];
    Object.assign(stage, { owner, model });
    await saveKey({ owner, model }, MODEL_KEY);
  });
  afterAll(() => stage.model?.stop());
  return {
    get owner() {
      if (!stage.owner) throw new Error('The suite has not begun.');
      return stage.owner;
    },
    get model() {
      if (!stage.model) throw new Error('The suite has not begun.');
      return stage.model;
    },
  };
}

/** Saves a key of the model in the owner's settings. */
export function saveKey({ owner, model }: Stage, api_key: string) {
  const llm = { model: 'openai/stub', api_key, base_url: model.url };
  return owner.bearer.post('/api/v1/settings', { agent_settings_diff: { llm } });
}

/** Requests a start. @returns its start task once it has this status */
export async function startTask({ owner }: Performer, request: object, status: 'READY' | 'ERROR' = 'READY') {
  const created = await owner.api.post(conversations, { sandbox_spec_id: 'openhands-local', ...request });
  expect([created.status, created.body.app_conversation_id], created.text).toEqual([200, null]);
  return waitForTask(owner.api, created.body.id, status, PATIENCE);
}

export async function start(stage: Performer, request: object = {}): Promise<StartedConversation> {
  const task = await startTask(stage, request);
  expect(task.app_conversation_id).toBe(task.conversation_id);
  return reached(stage.owner.api, task.app_conversation_id, task.id);
}

/** The texts of the messages in the history, in order. */
export async function talkOf({ owner }: Performer, id: string): Promise<readonly string[]> {
  const path = `/api/v1/conversation/${id}/events/search`;
  const { body } = await owner.api.get(path, { kind__eq: 'MessageEvent', limit: 100 });
  const items: { llm_message: { content: { text?: string }[] } }[] = body.items;
  return items.map(({ llm_message: { content } }) => content.map(({ text = '' }) => text).join(''));
}

/** Waits until a message contains the text. @returns all messages */
export function waitForText(stage: Performer, id: string, text: string): Promise<readonly string[]> {
  return patiently(`the agent answers ${text}`, async () => {
    const texts = await talkOf(stage, id);
    if (texts.some((one) => one.includes(text))) return texts;
    throw new Error(`the stored messages are ${JSON.stringify(texts)}`);
  });
}

export function finished({ owner }: Performer, id: string): Promise<unknown> {
  return patiently('the run ends', async () => {
    const { body } = await owner.api.get(`${conversations}/${id}`);
    if (body.execution_status === 'finished') return true;
    throw new Error(`it is ${body.execution_status}`);
  });
}

/** Sends a message that makes the model call a tool, once the agent has finished. @returns what the tool returned */
export async function call(stage: Stage, id: string, text: string): Promise<string> {
  await finished(stage, id);
  const before = (await talkOf(stage, id)).length;
  const sent = await stage.owner.api.post(`${conversations}/${id}/send-message`, { ...said(text), run: true });
  expect(sent.status, sent.text).toBe(200);
  return patiently(`the answer to ${text}`, async () => {
    const texts = (await talkOf(stage, id)).slice(before);
    const answer = texts.find((one) => one.startsWith('The tool said: '));
    if (answer === undefined) throw new Error(`the new messages are ${JSON.stringify(texts)}`);
    return answer;
  });
}

export const act = ({ owner }: Stage, sandboxId: string, action: 'pause' | 'resume') =>
  owner.api.post(`/api/v1/sandboxes/${sandboxId}/${action}`);

/** PATIENCE for waits of other helpers. */
export { PATIENCE };
