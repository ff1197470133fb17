import { describe, expect, it } from 'vitest';
import { installedRelease } from '../../../infra/specs/installed-program.ts';
import { isUnsupported } from '../../../shared/contract/shapes/agent-versions.ts';
import { metricsOfStats } from '../../../shared/domain/conversations/record/metrics.ts';
import { askAgent, type StartedConversation, waitForSandbox } from '../../support/service/conversations.ts';
import {
  act,
  describeRealAgent,
  finished,
  MODEL_KEY,
  PATIENCE,
  conversations as path,
  patiently,
  program,
  said,
  saveKey,
  stageOfSuite,
  start,
  talkOf,
  waitForText,
} from '../support/real-agent.ts';
import { STALL } from '../support/stub-model.ts';

/** Repetitions of the deletion right after a run, because a race does not show every time. */
const TIMES = 3;

const isDefault = (title: string) => /^Conversation /.test(title);

describeRealAgent('the life of a conversation', () => {
  const stage = stageOfSuite();
  const view = async ({ id }: StartedConversation) => (await stage.owner.api.get(`${path}/${id}`)).body;

  describe('from the start of a conversation to its deletion', () => {
    let conversation: StartedConversation;

    const waitForAnswer = (text: string) => waitForText(stage, conversation.id, `You said: ${text}`);

    it('starts with a supported release', async () => {
      conversation = await start(stage, { initial_message: said('hello') });

      const { url } = conversation;
      const info = await fetch(`${url.slice(0, url.indexOf('/api/conversations'))}/server_info`);
      const { version } = (await info.json()) as { version: string };
      expect(isUnsupported(version)).toBe(false);
      expect(installedRelease(program ?? '')).toBe(version);
    });

    it('answers the first message with a model that streams', async () => {
      const texts = await waitForAnswer('hello');

      expect(texts[0]).toBe('hello');
      expect([new Set(stage.model.keys), stage.model.streamed.includes(true)]).toEqual([new Set([MODEL_KEY]), true]);
      await finished(stage, conversation.id);
    });

    it('continues after a pause with its history and the sealed key of its model', async () => {
      const { id, sandboxId } = conversation;
      await act(stage, sandboxId, 'pause');
      await waitForSandbox(stage.owner.api, sandboxId, 'PAUSED', PATIENCE);
      const before = await talkOf(stage, conversation.id);
      await act(stage, sandboxId, 'resume');
      await waitForSandbox(stage.owner.api, sandboxId, 'RUNNING', PATIENCE);

      const sent = await stage.owner.api.post(`${path}/${id}/send-message`, said('again'));

      expect([sent.status, sent.text]).toEqual([200, expect.any(String)]);
      expect((await waitForAnswer('again')).slice(0, before.length)).toEqual(before);
      expect(new Set(stage.model.keys)).toEqual(new Set([MODEL_KEY]));
    });

    it.each(['the service', 'the agent'])('corrects a wrong key before a message through %s', async (way) => {
      const { sandboxId: sandbox_id } = conversation;
      const wrong = `wrong-key-of-${way}`;
      stage.model.refused.add(wrong);
      await saveKey(stage, wrong);
      const refused = await start(stage, { sandbox_id, initial_message: said('with a wrong key') });
      await patiently('its key is refused', async () => (await view(refused)).execution_status === 'error');

      await saveKey(stage, MODEL_KEY);
      if (way === 'the agent') await askAgent(refused, '/events', 'with a right key');
      else await stage.owner.api.post(`${path}/${refused.id}/send-message`, said('with a right key'));

      await patiently('the run ends', async () => (await view(refused)).execution_status === 'finished');
      await stage.owner.api.delete(`${path}/${refused.id}`);
    });

    it('is deleted with its sandbox', async () => {
      const { id, sandboxId } = conversation;

      expect((await stage.owner.api.delete(`${path}/${id}`)).status).toBe(200);

      expect((await stage.owner.api.get(`${path}/${id}`)).status).toBe(404);
      expect((await stage.owner.api.get(`/api/v1/sandboxes/${sandboxId}`)).status).toBe(404);
    });
  });

  /** Returns as soon as the run has ended, like a client that waits for it and leaves. */
  async function run(conversation: StartedConversation, text: string) {
    expect((await askAgent(conversation, '/events', text)).status).toBeLessThan(300);
    return patiently('the run ends', async () => {
      const { body } = await askAgent(conversation, '');
      return body.execution_status === 'finished' && body;
    });
  }

  it.each(Array.from({ length: TIMES }, (_, n) => n + 1))(
    'loses nothing when its sandbox is deleted right after a run: %i',
    async (n) => {
      const conversation = await start(stage);
      const info = await run(conversation, `Mend door ${n}`);
      const { body } = await askAgent(conversation, '/events/search?limit=100');
      const ids = body.items.map(({ id }: { id: string }) => id);

      expect((await stage.owner.api.delete(`/api/v1/sandboxes/${conversation.sandboxId}`)).status).toBe(200);

      await patiently('the history and the costs are complete', async () => {
        const history = await stage.owner.api.get(`/api/v1/conversation/${conversation.id}/events/search`, {
          limit: 100,
        });
        const kept = history.body.items.map(({ id }: { id: string }) => id);
        expect(kept).toEqual(expect.arrayContaining(ids));
        const shown = await view(conversation);
        const cost = metricsOfStats(info.stats)?.accumulated_token_usage?.prompt_tokens;
        expect(cost).toBeGreaterThan(0);
        expect(shown).toMatchObject({ sandbox_status: 'MISSING', execution_status: null });
        expect(shown.metrics.accumulated_token_usage.prompt_tokens).toBeGreaterThanOrEqual(cost ?? 0);
        return true;
      });
    },
  );

  it('generates a title, and another one when the user asks for it', async () => {
    const conversation = await start(stage);
    await run(conversation, 'Mend the blue door');
    const title = await patiently('the title is stored', async () => {
      const { body } = await stage.owner.api.get(`${path}/search`);
      const { title } = body.items.find(({ id }: { id: string }) => id === conversation.id);
      return !isDefault(title) && title;
    });
    expect(title).toBe((await askAgent(conversation, '')).body.title);
    const change = (to: string | null) =>
      stage.owner.api.send('PATCH', `${path}/${conversation.id}`, { body: { title: to } });
    await change('Mine');

    expect((await change(null)).status).toBe(200);

    const generated = await patiently('the agent generates another title', async () => {
      const { title } = await view(conversation);
      return title !== 'Mine' && !isDefault(title) && title;
    });
    expect((await askAgent(conversation, '')).body.title).toBe(generated);
    await stage.owner.api.delete(`${path}/${conversation.id}`);
  });

  it('stops within seconds while one of its tools runs for minutes', async () => {
    const conversation = await start(stage);
    await askAgent(conversation, '/events', STALL);
    await patiently('the tool runs', async () => stage.model.stalls > 0);
    await act(stage, conversation.sandboxId, 'pause');

    const transitions = await patiently('the task has ended', async () => {
      const { body } = await stage.owner.api.get(`/api/v1/sandboxes/${conversation.sandboxId}`);
      const states: { state: string; time: string }[] = body.transitions;
      return states.some(({ state }) => state === 'SAVING') && states;
    });

    const at = (wanted: string) => Date.parse(transitions.findLast(({ state }) => state === wanted)?.time ?? '');
    // Without an interruption the agent waits for its tool until it is killed.
    expect(at('SAVING') - at('STOPPING')).toBeLessThan(20_000);
    await stage.owner.api.delete(`${path}/${conversation.id}`);
  });
});
