import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installedRelease } from '../../../infra/specs/installed-program.ts';
import { type Answer, type Step, says } from '../../support/models/model-script.ts';
import { type ScriptedModel, startScriptedModel } from '../../support/models/scripted-model.ts';
import { Api } from '../../support/service/api.ts';
import { waitForTask } from '../../support/service/conversations.ts';
import { LocalService } from '../../support/service/local-service.ts';
import { filesWith } from '../support/files-with.ts';
import { conversations, describeRealAgent, PATIENCE, patiently, program, said } from '../support/real-agent.ts';

const MODEL = 'openai/gpt-5.5';
/** A key that nothing but the memory of the service has. */
const KEY = `sk-newcomer-${randomUUID()}`;
/** As the list has it. A model on the same machine costs nothing by itself. */
const PRICE = { input_cost_per_token: 5e-6, output_cost_per_token: 3e-5 };
/** More than the budget: a request is admitted as long as something is left and no other one is in progress. */
const EXPENSIVE = { output: 200_000 };
/** In USD: enough for a request with the longest answer that the agent asks for, and not for another one after it. */
const BUDGET = 5;

const script = (command: string, tokens: Answer['tokens'] = { input: 1_000, output: 100 }): Step => ({
  kind: 'answer',
  tools: [{ name: 'terminal', arguments: { command } }],
  tokens,
});

describeRealAgent('the first hour of a new user', () => {
  let folder: string;
  let model: ScriptedModel;
  let service: LocalService;
  let api: Api;
  let id: string;
  /** What the model says to the agent next. */
  const steps: Step[] = [];

  beforeAll(async () => {
    [folder, model] = [await mkdtemp(join(tmpdir(), 'newcomer-')), await startScriptedModel({ key: KEY })];
    // Requests without tools are for a title.
    model.follow(({ body }) => (body.tools === undefined ? says('A file') : (steps.shift() ?? says('Nothing to do'))));
    service = await LocalService.start({
      stateDirectory: join(folder, 'state'),
      args: ['--agent', 'openhands'],
      forPeople: true,
      environment: { LLM_MODEL: MODEL, LLM_BASE_URL: model.url, LLM_API_KEY: KEY },
      patience: 2 * PATIENCE,
    });
    api = Api.withKey(service.baseUrl, service.apiKey);
  }, 3 * PATIENCE);
  afterAll(async () => {
    await service?.interrupt();
    await model?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const view = async () => (await api.get(`${conversations}/${id}`)).body;
  const ended = (status: string) =>
    patiently(`the run is ${status}`, async () => {
      const { execution_status: now, sandbox_status: sandbox } = await view();
      if (now === status) return true;
      throw new Error(`it is ${now}, ${sandbox}`);
    });
  const events = async () => {
    const { text } = await api.get(`/api/v1/conversation/${id}/events/search`, { limit: 100 });
    return text;
  };

  it('sees which agent and which model answer', () => {
    expect(service.stdout()).toContain(`Agent      OpenHands ${installedRelease(program ?? '')}`);
    expect(service.stdout()).toContain(`Model      ${MODEL}, with the key in LLM_API_KEY`);
    expect(service.stdout() + service.stderr()).not.toContain(KEY);
  });

  it('gets the real agent without naming a spec, whose command changes a file, and sees what it cost', async () => {
    await api.post('/api/v1/settings', { agent_settings_diff: { llm: PRICE } });
    steps.push(script('echo made by an agent > made.txt'), says('Done'));
    const started = await api.post(conversations, {
      initial_message: said('Make a file'),
      max_budget_per_task: BUDGET,
    });
    const task = await waitForTask(api, started.body.id, 'READY', PATIENCE);
    id = task.app_conversation_id;

    await ended('finished');

    const { body: sandbox } = await api.get(`/api/v1/sandboxes/${task.sandbox_id}`);
    expect(sandbox.sandbox_spec_id).toBe('openhands-local');
    const { body: file } = await api.get(`${conversations}/${id}/file`, {
      file_path: '/workspace/project/made.txt',
    });
    expect(file).toBe('made by an agent\n');
    expect(new Set(model.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${KEY}`]));
    await patiently('the cost is known', async () => {
      const { metrics } = await view();
      return metrics?.accumulated_cost > 0;
    });
  });

  it('is stopped by the budget of the conversation, and goes on when it is raised', async () => {
    steps.push(script('echo more >> made.txt', EXPENSIVE));
    const send = (text: string) => api.post(`${conversations}/${id}/send-message`, { ...said(text), run: true });
    expect((await send('Write more')).status).toBe(200);
    await patiently('the budget ends the run', async () => /max_budget_per_task.{0,200}Raise it/.test(await events()));
    const before = model.requests.length;

    const raised = await api.send('PATCH', `${conversations}/${id}`, { body: { max_budget_per_task: 10 * BUDGET } });
    expect([raised.status, raised.body.max_budget_per_task]).toEqual([200, 10 * BUDGET]);
    steps.push(says('All is written'));
    await send('Go on');

    await patiently('the agent goes on', async () => (await events()).includes('All is written'));
    expect(model.requests.length).toBeGreaterThan(before);
  });

  it('finds the key of the model in no file of the state, no event and no setting', async () => {
    expect((await filesWith(join(folder, 'state'), [KEY])).get(KEY)).toEqual([]);
    expect(await events()).not.toContain(KEY);
    expect((await api.get('/api/v1/settings')).text).not.toContain(KEY);
  });
});
