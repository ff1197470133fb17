import { describe, expect, it } from 'vitest';
import { call } from '../../../../shared/domain/agent-proxy/ask-agent.ts';
import { agentOf } from '../../../../shared/domain/agent-proxy/reach-agent.ts';
import { useConversationScene } from '../../../support/conversations/conversation-scene.ts';

const { agent, deps, add, running } = await useConversationScene();

describe('askAgent', () => {
  it('rejects when its timeout is over', async () => {
    agent.reply = () => 'silence';
    const reached = await agentOf(add(), running(), deps().keys);
    const started = performance.now();

    await expect(call(reached, { path: '/x', timeout: 100 })).rejects.toMatchObject({ code: 'gateway_timeout' });

    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('leaves undefined values out of its query, and sends bytes unchanged', async () => {
    const reached = await agentOf(add(), running(), deps().keys);
    const body = new TextEncoder().encode('{"a": 1}');

    await call(reached, {
      method: 'POST',
      path: '/x',
      query: { a: '1 &2', b: undefined },
      bytes: { type: 'a/b', body },
    });

    const [request] = agent.requests;
    expect([...(request?.query ?? [])]).toEqual([['a', '1 &2']]);
    expect([request?.headers['content-type'], request?.body]).toEqual(['a/b', '{"a": 1}']);
  });
});
