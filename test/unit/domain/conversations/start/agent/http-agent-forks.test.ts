import { beforeEach, expect, it } from 'vitest';
import { HttpAgentForks } from '../../../../../../shared/domain/conversations/start/agent/http-agent-forks.ts';
import { StartFailedError } from '../../../../../../shared/domain/conversations/start/task/start-failed.ts';
import { useHttpAgent } from '../../../../../support/http/http-agent.ts';

const agent = await useHttpAgent();
beforeEach(() => {
  agent.requests.length = 0;
});

const listed = () =>
  new HttpAgentForks().conversations({ url: agent.url, sessionKey: 'key' }, new AbortController().signal);
const page = (length: number, next: string | null) => ({
  status: 200,
  body: { items: Array.from({ length }, (_, id) => ({ id: String(id), created_at: '' })), next_page_id: next },
});

it('lists the conversations of all pages', async () => {
  agent.reply = () => page(3, agent.requests.length < 2 ? 'more' : null);

  expect(await listed()).toHaveLength(6);
});

it('gives up on an agent that lists conversations without end, or more than were asked for', async () => {
  agent.reply = () => page(20, 'more');
  await expect(listed()).rejects.toThrow(StartFailedError);
  expect(agent.requests.length).toBeLessThan(300);

  agent.reply = () => page(21, null);
  await expect(listed()).rejects.toThrow(StartFailedError);
});
