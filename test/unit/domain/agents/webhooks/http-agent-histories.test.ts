import { describe, expect, it } from 'vitest';
import { HttpAgentHistories } from '../../../../../shared/domain/agents/webhooks/http-agent-histories.ts';
import { answersOfEdge } from '../../../../support/http/edge-answers.ts';
import { useHttpAgent } from '../../../../support/http/http-agent.ts';
import { someKeys } from '../../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const agent = await useHttpAgent();
const histories = new HttpAgentHistories(someKeys());
const sandbox = aRunningSandbox({ exposed_urls: [{ name: 'AGENT_SERVER', port: 8000, url: agent.url }] });
const id = '0193'.padEnd(32, '0');

describe('history of an agent', () => {
  it.each(answersOfEdge)('has no known count, and no page, when the edge answers: %s', async (_, reply) => {
    agent.reply = () => reply;

    expect(await histories.count(sandbox, id)).toBeUndefined();
    await expect(histories.page(sandbox, id, null)).rejects.toMatchObject({ cause: { name: 'EdgeRefusedError' } });
  });

  it('has the count that the agent reports', async () => {
    agent.reply = () => ({ body: 7 });

    expect(await histories.count(sandbox, id)).toBe(7);
  });

  it('is given up when the time of its reader ends, however many calls an agent lets hang', async () => {
    agent.reply = () => 'silence';
    const until = Date.now() + 100;
    const timeLeft = () => Math.max(0, until - Date.now());
    const bounded = new HttpAgentHistories(someKeys(), timeLeft);

    await expect(bounded.page(sandbox, id, null)).rejects.toMatchObject({ cause: { name: 'AbortError' } });
    expect(await bounded.count(sandbox, id)).toBeUndefined();
    expect(timeLeft()).toBe(0);
  });
});
