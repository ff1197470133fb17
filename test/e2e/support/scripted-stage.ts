import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Step, says } from '../../support/models/model-script.ts';
import { type ScriptedModel, startScriptedModel } from '../../support/models/scripted-model.ts';
import { newOwner, type Owner } from '../../support/service/owners.ts';
import { conversations, patiently, said } from './real-agent.ts';

/** What the models of these tests cost: a thousand tokens of output are a US dollar. */
const PRICE = { input_cost_per_token: 1e-6, output_cost_per_token: 1e-3, max_output_tokens: 100 };

/** Few and short pauses, so that a test sees their end. */
const RETRIES = { num_retries: 2, retry_min_wait: 1, retry_max_wait: 2, retry_multiplier: 1 };

/** A provider whose model answers the agent by script, with a key that nothing else has. */
export interface Provider {
  readonly key: string;
  readonly model: ScriptedModel;
  /** What the model says to the agent next. */
  readonly steps: Step[];
}

async function startProvider(): Promise<Provider> {
  const key = `sk-provider-${randomUUID()}`;
  const model = await startScriptedModel({ key });
  const steps: Step[] = [];
  // Requests without tools are for a title.
  model.follow(({ body }) => (body.tools === undefined ? says('A title') : (steps.shift() ?? says('Nothing to do'))));
  return { key, model, steps };
}

export interface ScriptedStage {
  readonly owner: Owner;
  /** The profile `chat`, with the interface of OpenAI, which is that of the settings. */
  readonly chat: Provider;
  /** The profile `claude`, with the interface of Anthropic. */
  readonly claude: Provider;
}

/** An owner with two profiles of models, for the tests of a suite. */
export function scriptedStage(): ScriptedStage {
  let stage: ScriptedStage | undefined;
  beforeAll(async () => {
    const [owner, chat, claude] = await Promise.all([newOwner(), startProvider(), startProvider()]);
    stage = { owner, chat, claude };
    const more = { ...PRICE, ...RETRIES };
    const llm = { model: 'openai/gpt-4o', api_key: chat.key, base_url: chat.model.url, ...more };
    await owner.bearer.post('/api/v1/settings', { agent_settings_diff: { llm } });
    await saveProfile(owner, 'chat', llm);
    const name = 'anthropic/claude-sonnet-4-5';
    await saveProfile(owner, 'claude', { model: name, api_key: claude.key, base_url: claude.model.origin, ...more });
  });
  afterAll(() => Promise.all([stage?.chat.model.close(), stage?.claude.model.close()]));
  const begun = () => {
    if (!stage) throw new Error('The suite has not begun.');
    return stage;
  };
  return {
    get owner() {
      return begun().owner;
    },
    get chat() {
      return begun().chat;
    },
    get claude() {
      return begun().claude;
    },
  };
}

export async function saveProfile({ bearer }: Owner, name: string, llm: object): Promise<void> {
  const { status, text } = await bearer.post(`/api/v1/settings/profiles/${name}`, { llm });
  expect(status, text).toBe(201);
}

type Stage = Pick<ScriptedStage, 'owner'>;

export async function switchTo({ owner }: Stage, id: string, profile_name: string): Promise<void> {
  const { status, text } = await owner.api.post(`${conversations}/${id}/switch_profile`, { profile_name });
  expect(status, text).toBe(200);
}

export async function send({ owner }: Stage, id: string, text: string): Promise<void> {
  const sent = await owner.api.post(`${conversations}/${id}/send-message`, { ...said(text), run: true });
  expect(sent.status, sent.text).toBe(200);
}

export async function view({ owner }: Stage, id: string) {
  return (await owner.api.get(`${conversations}/${id}`)).body;
}

/** The stored events of a conversation, as text. */
export async function historyOf({ owner }: Stage, id: string): Promise<string> {
  return (await owner.api.get(`/api/v1/conversation/${id}/events/search`, { limit: 100 })).text;
}

/** Waits until the history matches. */
export function waitForHistory(stage: Stage, id: string, words: RegExp): Promise<unknown> {
  return patiently(`the history has ${words}`, async () => {
    const history = await historyOf(stage, id);
    if (words.test(history)) return true;
    const { execution_status: status } = await view(stage, id);
    throw new Error(`the conversation is ${status}, and its history ${history.slice(-3_000)}`);
  });
}
