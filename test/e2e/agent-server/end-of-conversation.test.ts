import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedAgentServer } from '../../../infra/specs/installed-program.ts';
import { metricsOfStats } from '../../../shared/domain/conversations/record/metrics.ts';
import { askAgent, reached, type StartedConversation, waitForTask } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { STALL, StallingModel } from '../support/stalling-model.ts';

/** The real agent server loads for many seconds of processor time. */
const PATIENCE = 300_000;

/** How often a client runs and deletes at once: what goes wrong by chance has its chances. */
const TIMES = 3;

const without = installedAgentServer(process.env) === undefined || service().stateDirectory === null;
const why = without ? ' (skipped: set OPENHANDS_AGENT_SERVER to an installed agent server)' : '';

const isDefault = (title: string) => /^Conversation /.test(title);

describe.skipIf(without)(`the end of a conversation of the real agent server${why}`, { timeout: 900_000 }, () => {
  const path = '/api/v1/app-conversations';
  let owner: Owner;
  let model: StallingModel;
  beforeAll(async () => {
    [owner, model] = [await newOwner(), await StallingModel.start()];
    const llm = { model: 'openai/stub', api_key: `sk-${randomUUID()}`, base_url: model.url };
    await owner.bearer.post('/api/v1/settings', { agent_settings_diff: { llm } });
  });
  afterAll(() => model?.stop());

  async function started(): Promise<StartedConversation> {
    const created = await owner.api.post(path, { sandbox_spec_id: 'openhands-local' });
    await waitForTask(owner.api, created.body.id, 'READY', PATIENCE);
    return reached(owner.api, created.body.conversation_id, created.body.id);
  }

  /** Returns at the first moment at which the run has ended, as a client does that waits for it and goes. */
  async function run(conversation: StartedConversation, text: string) {
    expect((await askAgent(conversation, '/events', text)).status).toBeLessThan(300);
    return eventually(
      'the run ends',
      async () => {
        const { body } = await askAgent(conversation, '');
        return body.execution_status === 'finished' ? body : undefined;
      },
      PATIENCE,
    );
  }

  it.each(Array.from({ length: TIMES }, (_, n) => n + 1))(
    'loses nothing when its sandbox is deleted at once: %i',
    async (n) => {
      const conversation = await started();
      const info = await run(conversation, `Mend door ${n}`);
      const { body } = await askAgent(conversation, '/events/search?limit=100');
      const ids = body.items.map(({ id }: { id: string }) => id);

      expect((await owner.api.delete(`/api/v1/sandboxes/${conversation.sandboxId}`)).status).toBe(200);

      await eventually(
        'the conversation is whole',
        async () => {
          const history = await owner.api.get(`/api/v1/conversation/${conversation.id}/events/search`, { limit: 100 });
          const kept = history.body.items.map(({ id }: { id: string }) => id);
          expect(kept).toEqual(expect.arrayContaining(ids));
          const view = (await owner.api.get(`${path}/${conversation.id}`)).body;
          const cost = metricsOfStats(info.stats)?.accumulated_token_usage?.prompt_tokens;
          expect(cost).toBeGreaterThan(0);
          expect(view).toMatchObject({ sandbox_status: 'MISSING', execution_status: null });
          expect(view.metrics.accumulated_token_usage.prompt_tokens).toBeGreaterThanOrEqual(cost ?? 0);
          return true;
        },
        PATIENCE,
      );
    },
  );

  it('has the title that the agent made, and another one when its user asks for it', async () => {
    const conversation = await started();
    await run(conversation, 'Mend the blue door');
    const title = () =>
      eventually(
        'the title is stored',
        async () => {
          const { body } = await owner.api.get(`${path}/search`);
          const { title } = body.items.find(({ id }: { id: string }) => id === conversation.id);
          return isDefault(title) ? undefined : title;
        },
        PATIENCE,
      );
    expect(await title()).toBe((await askAgent(conversation, '')).body.title);
    const change = (to: string | null) =>
      owner.api.send('PATCH', `${path}/${conversation.id}`, { body: { title: to } });
    await change('Mine');

    expect((await change(null)).status).toBe(200);

    const asked = await eventually(
      'the agent gives another one',
      async () => {
        const { body } = await owner.api.get(`${path}/${conversation.id}`);
        return body.title === 'Mine' || isDefault(body.title) ? undefined : body.title;
      },
      PATIENCE,
    );
    expect((await askAgent(conversation, '')).body.title).toBe(asked);
    await owner.api.delete(`${path}/${conversation.id}`);
  });

  it('stops within seconds while a tool of its agent takes minutes', async () => {
    const conversation = await started();
    await askAgent(conversation, '/events', STALL);
    await eventually('the agent waits', async () => (model.stalls > 0 ? true : undefined), PATIENCE);
    await owner.api.post(`/api/v1/sandboxes/${conversation.sandboxId}/pause`);

    const transitions = await eventually(
      'its task has ended',
      async () => {
        const { body } = await owner.api.get(`/api/v1/sandboxes/${conversation.sandboxId}`);
        const states: { state: string; time: string }[] = body.transitions;
        return states.some(({ state }) => state === 'SAVING') ? states : undefined;
      },
      PATIENCE,
    );

    const at = (wanted: string) => Date.parse(transitions.findLast(({ state }) => state === wanted)?.time ?? '');
    // Without an interruption the agent waits for its tool, until it is killed.
    expect(at('SAVING') - at('STOPPING')).toBeLessThan(20_000);
    await owner.api.delete(`${path}/${conversation.id}`);
  });
});
