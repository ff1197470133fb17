import { beforeAll, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { calls, fails, isBusy, type Step, says, sends } from '../../support/models/model-script.ts';
import type { ModelRequest } from '../../support/models/scripted-model.ts';
import type { StartedConversation } from '../../support/service/conversations.ts';
import { conversations, describeRealAgent, finished, patiently, start } from '../support/real-agent.ts';
import { saveProfile, scriptedStage, send, switchTo, view, waitForHistory } from '../support/scripted-stage.ts';

/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

// The agent server asks for both other fields with each call.
const runs = (command: string): Step =>
  calls({ name: 'terminal', arguments: { command, security_risk: 'LOW', summary: 'as asked' } });

/** The requests of the agent, without those for a title. */
const ofAgent = (requests: readonly ModelRequest[]) => requests.filter(({ body }) => body.tools !== undefined);

describeRealAgent('the model broker', () => {
  const stage = scriptedStage();
  let id: string;
  let sandbox_id: string;

  /** Another conversation in the same sandbox. */
  const another = (request: object = {}): Promise<StartedConversation> => start(stage, { sandbox_id, ...request });

  beforeAll(async () => {
    ({ id, sandboxId: sandbox_id } = await start(stage));
  });

  it('streams answers, and runs their tools', async () => {
    const { model, steps, key } = stage.chat;
    steps.push(runs('echo made by a tool > made.txt; echo $((6 * 7)) doors'), says('All doors are counted'));

    await send(stage, id, 'Count the doors');
    await waitForHistory(stage, id, /All doors are counted/);

    const requests = ofAgent(model.requests);
    expect(requests.map(({ kind, body }) => [kind, body.stream, body.model])).toEqual([
      ['chat_completions', true, 'gpt-4o'],
      ['chat_completions', true, 'gpt-4o'],
    ]);
    expect(JSON.stringify(requests.at(-1)?.body.messages)).toContain('42 doors');
    expect(new Set(model.requests.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${key}`]));
    await finished(stage, id);
  });

  it('shows pictures to models of both families', async () => {
    const picture = {
      role: 'user',
      content: [
        { type: 'text', text: 'What is in this picture?' },
        { type: 'image', image_urls: [`data:image/png;base64,${PIXEL}`] },
      ],
    };
    stage.chat.steps.push(says('One red pixel'));
    const shown = await another({ initial_message: picture });
    await waitForHistory(stage, shown.id, /One red pixel/);
    await finished(stage, shown.id);
    expect(JSON.stringify(ofAgent(stage.chat.model.requests).at(-1)?.body)).toContain(`data:image/png;base64,${PIXEL}`);

    await switchTo(stage, shown.id, 'claude');
    stage.claude.steps.push(says('Still one red pixel'));
    await send(stage, shown.id, 'And now?');
    await waitForHistory(stage, shown.id, /Still one red pixel/);

    const source = { type: 'base64', media_type: 'image/png', data: PIXEL };
    expect(JSON.stringify(ofAgent(stage.claude.model.requests).at(-1)?.body)).toContain(JSON.stringify(source));
  });

  it('takes the model of the other family in the middle of a run', async () => {
    const { id } = await another();
    const released = Promise.withResolvers<void>();
    const before = stage.chat.model.requests.length;
    stage.chat.steps.push({ kind: 'wait', until: released.promise, step: runs('echo of the first model') });
    stage.claude.steps.push(runs('echo of the second model'), says('Both models have worked'));

    await send(stage, id, 'Work with two models');
    await patiently(
      'the first model is asked',
      async () => ofAgent(stage.chat.model.requests.slice(before)).length > 0,
    );
    await switchTo(stage, id, 'claude');
    released.resolve();
    await waitForHistory(stage, id, /Both models have worked/);

    const last = ofAgent(stage.claude.model.requests).at(-1);
    expect([last?.kind, last?.headers['x-api-key']]).toEqual(['messages', stage.claude.key]);
    expect(JSON.stringify(last?.body)).toContain('of the first model');
    expect(await view(stage, id)).toMatchObject({ llm_model: 'anthropic/claude-sonnet-4-5' });
  });

  it('goes on with the other model when the first one is switched away from while it fails', async () => {
    const { id } = await another();
    const before = ofAgent(stage.chat.model.requests).length;
    const released = Promise.withResolvers<void>();
    stage.chat.steps.push({ kind: 'wait', until: released.promise, step: fails(503, 'Overloaded') });
    stage.claude.steps.push(says('The second model helps'));

    await send(stage, id, 'Work with a model that is down');
    await patiently('the first model fails', async () => ofAgent(stage.chat.model.requests).length > before);
    await switchTo(stage, id, 'claude');
    released.resolve();

    await waitForHistory(stage, id, /The second model helps/);
  });

  it.each<readonly [string, readonly Step[]]>([
    ['is busy once', [isBusy()]],
    [
      'sends something else once',
      [sends({ pieces: ['<html>Bad gateway</html>'], headers: { 'content-type': 'text/html' } })],
    ],
    ['fails once', [fails(500, 'The server had an error')]],
    ['breaks off in the middle of a stream', [says('Half of an answer', { diesAfter: 2 })]],
  ])('repeats a request to a provider that %s', async (_name, steps) => {
    const { id } = await another();
    stage.chat.steps.push(...steps, says('Answered in the end'));

    await send(stage, id, 'Answer me');

    await waitForHistory(stage, id, /Answered in the end/);
  });

  it('shows a lasting failure of the provider, and answers the next message', async () => {
    const { id } = await another();
    stage.chat.steps.push(fails(400, 'This model has a headache', { type: 'invalid_request_error' }));
    await send(stage, id, 'Answer me');
    await waitForHistory(stage, id, /This model has a headache/);
    await patiently('the run has failed', async () => (await view(stage, id)).execution_status === 'error');

    stage.chat.steps.push(says('I am well again'));
    await send(stage, id, 'And now?');

    await waitForHistory(stage, id, /I am well again/);
  });

  it('says that nothing listens at the URL of the model', async () => {
    const base_url = `http://127.0.0.1:${await freePort()}/v1`;
    await saveProfile(stage.owner, 'gone', { model: 'openai/gone', api_key: 'sk-gone', base_url, num_retries: 0 });
    const { id } = await another();
    await switchTo(stage, id, 'gone');

    await send(stage, id, 'Is anybody there?');

    await waitForHistory(stage, id, /The model provider at 127\.0\.0\.1:\d+ failed: it refused the connection/);
  });

  it('waits for a slow provider, and charges a stream without usage', async () => {
    const { id } = await another({ max_budget_per_task: 100 });
    const slept = Promise.withResolvers<void>();
    stage.chat.steps.push(says('Slowly answered', { tokens: 'none', hold: { before: 1, until: slept.promise } }));
    const before = ofAgent(stage.chat.model.requests).length;
    await send(stage, id, 'Take your time');
    await patiently('the model is asked', async () => ofAgent(stage.chat.model.requests).length > before);
    setTimeout(slept.resolve, 5_000);

    await waitForHistory(stage, id, /Slowly answered/);

    const { body } = await stage.owner.api.get('/api/v1/model-calls', { conversation_id: id });
    expect(
      body.items.some((one: { is_estimate: boolean }) => one.is_estimate),
      JSON.stringify(body),
    ).toBe(true);
  });

  it('ends no stream at a budget, waits after it, and goes on by itself once the budget is raised', async () => {
    const { id } = await another({ max_budget_per_task: 1 });
    // Two US dollars: the budget is used up while this answer is streamed.
    stage.chat.steps.push({
      ...(runs('echo over the budget') as Extract<Step, { kind: 'answer' }>),
      tokens: { output: 2_000 },
    });
    await send(stage, id, 'Spend more than I have');
    await waitForHistory(stage, id, /over the budget/);
    await waitForHistory(stage, id, /max_budget_per_task.{0,200}Raise it/);
    await patiently('it waits', async () => (await view(stage, id)).waits_for === 'budget');
    const asked = ofAgent(stage.chat.model.requests).length;

    stage.chat.steps.push(says('On with a larger budget'));
    await stage.owner.api.send('PATCH', `${conversations}/${id}`, { body: { max_budget_per_task: 100 } });

    await waitForHistory(stage, id, /On with a larger budget/);
    expect(ofAgent(stage.chat.model.requests)).toHaveLength(asked + 1);
    await patiently('it waits no longer', async () => (await view(stage, id)).waits_for === null);
  });
});
