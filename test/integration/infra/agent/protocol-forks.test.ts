import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { agentServers, patience, skip, startAgent } from './either-agent.ts';
import { startScriptedModel } from './scripted-model.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

interface Event {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
}

/** Forks at both agent servers. */
describe.each(agentServers)('%s', (_, spec) => {
  test('forks a conversation as the agent protocol says', { timeout: 240_000 }, async (context) => {
    if (!spec) return skip(context);
    const [receiver, model] = [await WebhookReceiver.start(), await startScriptedModel()];
    const agent = await startAgent(spec, receiver);
    const llm = { model: 'openai/test', api_key: 'sk-hidden', base_url: model };
    const { id } = await agent('POST', '/api/conversations', {
      workspace: { working_dir: '/workspace/project' },
      agent: { llm, tools: [{ name: 'terminal' }] },
      secrets: { MY_TOKEN: { kind: 'StaticSecret', value: 'hidden-value' } },
      tags: { team: 'a' },
      autotitle: false,
    });
    const infoOf = (one: string) => agent('GET', `/api/conversations/${one}`);
    const eventsOf = async (one: string): Promise<Event[]> =>
      (await agent('GET', `/api/conversations/${one}/events/search?limit=100`)).items;
    const say = async (one: string, text: string) => {
      await agent('POST', `/api/conversations/${one}/events`, { content: [{ type: 'text', text }], run: true });
      await vi.waitFor(async () => expect((await infoOf(one)).execution_status).toBe('finished'), patience);
    };
    await say(id, 'one');
    await say(id, 'two');
    // The state after a run can be recorded a moment after its end.
    let events: Event[] = [];
    await vi.waitFor(async () => {
      const before = events;
      events = await eventsOf(id);
      expect(events).toEqual(before);
    }, patience);
    const real = (all: readonly Event[]) => all.filter(({ kind }) => kind !== 'ConversationStateUpdateEvent');
    const [, , answer] = real(events);

    const whole = await agent('POST', `/api/conversations/${id}/fork`, { id: randomUUID(), title: 'Mine' });
    const branch = await agent('POST', `/api/conversations/${id}/fork`, {
      ...{ from_event_id: answer?.id, reset_metrics: false },
    });

    expect(whole).toMatchObject({
      ...{ title: 'Mine', execution_status: 'idle', metrics: null, stats: { usage_to_metrics: {} } },
      ...{ forked_from_conversation_id: id, forked_from_event_id: null, agent: { llm: { api_key: null } } },
    });
    expect(await eventsOf(whole.id)).toEqual(events);
    expect(branch).toMatchObject({ title: null, forked_from_event_id: answer?.id, leaf_event_id: answer?.id });
    expect(branch.stats).toEqual((await infoOf(id)).stats);
    expect(await eventsOf(branch.id)).toEqual(real(events).slice(0, 3));
    for (const fork of [whole, branch]) {
      // The key of the model is lost, the secrets are not.
      const given = { ...llm, usage_id: `key-of-${fork.id}` };
      await agent('POST', `/api/conversations/${fork.id}/switch_llm`, { llm: given });
      await say(fork.id, '/run test "$(expr length "$MY_TOKEN")" = 12 && echo "<$MY_TOKEN>"');
      expect(JSON.stringify(await eventsOf(fork.id))).toContain('<<secret-hidden>>');
    }
    expect(await eventsOf(id)).toEqual(events);
    await vi.waitFor(() => expect(receiver.events(branch.id).length).toBeGreaterThan(3), patience);
    const delivered = receiver.events(branch.id) as readonly (Event & { readonly key?: string })[];
    expect(delivered[0]).toMatchObject({ key: 'full_state' });
    expect(delivered.filter((event) => events.some(({ id: copied }) => copied === event.id))).toEqual([]);
    const everything = JSON.stringify(receiver.deliveries.map(({ body }) => body));
    expect(/sk-hidden|hidden-value/.exec(everything)).toBeNull();
  });

  test('refuses forks as the agent protocol says', { timeout: 240_000 }, async (context) => {
    if (!spec) return skip(context);
    const agent = await startAgent(spec, await WebhookReceiver.start());
    const { id } = await agent('POST', '/api/conversations', {
      workspace: { working_dir: '/workspace/project' },
      agent: { llm: { model: 'openai/test', api_key: 'sk-hidden' }, tools: [] },
    });
    const refused = (source: string, body: object, status: number, detail: string) =>
      expect(agent('POST', `/api/conversations/${source}/fork`, body)).rejects.toThrow(
        `${status} {"detail":"${detail}"}`,
      );

    await refused(id, { id }, 409, `Conversation with id ${id} already exists`);
    await refused(id, { from_event_id: 'nope' }, 404, 'Unknown from_event_id: nope');
    await refused(randomUUID(), {}, 404, 'Source conversation not found');
    await expect(agent('POST', `/api/conversations/${id}/fork`, { title: 't'.repeat(201) })).rejects.toThrow('422');
  });
});
