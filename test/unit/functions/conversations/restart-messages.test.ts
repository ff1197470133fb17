import { beforeEach, describe, expect, it } from 'vitest';
import { createAppConversation } from '../../../../functions/conversations/create-app-conversation.ts';
import { newPendingMessage } from '../../../../shared/domain/conversations/messages/pending-messages.ts';
import { startPayload } from '../../../../shared/domain/conversations/start/agent/start-payload.ts';
import type { StartTask } from '../../../../shared/domain/conversations/start/task/start-task.ts';
import { plainSettings } from '../../../support/conversations/start/start-services.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { aSandboxId } from '../../../support/sandboxes/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../../support/service-deps.ts';

let deps: ServiceDeps;
let id: string;
beforeEach(() => {
  [deps, id] = [serviceDeps(), aSandboxId()];
});

const text = (said: string) => ({ role: 'user', content: [{ type: 'text', text: said }] });
const create = async (said: string | null, more: Record<string, unknown> = {}): Promise<StartTask> => {
  const body = { conversation_id: id, ...(said === null ? {} : { initial_message: text(said) }), ...more };
  const answer = await invoke(createAppConversation, deps, { body });
  const task = await deps.startTasks.find('ann', answer.body.id);
  if (!task) throw new Error(`no task: ${answer.text}`);
  return task;
};
const end = (task: StartTask, change: Partial<StartTask>) => deps.startTasks.put({ ...task, ...change });
const queued = async () =>
  (await deps.messages.list('ann', id)).map(({ content: [part] }) => part?.type === 'text' && part.text);
const sentWith = async (task: StartTask) => {
  const conversation = await deps.conversations.find('ann', id);
  if (!conversation) throw new Error('no conversation');
  const parts = { task, conversation, settings: plainSettings, secrets: { secrets: {}, mcp_servers: {} } };
  return startPayload({ ...parts, directory: '/workspace', hooks: null }).initial_message;
};

describe('a start of an existing conversation', () => {
  it('queues its message, and does not send it with the start', async () => {
    end(await create('a'), { status: 'READY' });

    const again = await create('b');
    await create('c');

    expect([await queued(), await sentWith(again)]).toEqual([['b', 'c'], undefined]);
  });

  it('is refused while another start brings another message, and queued if that has none', async () => {
    const first = await create('a');
    const body = { conversation_id: id, initial_message: text('b') };
    const refused = await invoke(createAppConversation, deps, { body });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('pending-messages')]);

    end(first, { status: 'READY' });
    await create(null);
    await create('b');

    expect(await queued()).toEqual(['b']);
  });

  it('adds no second copy when it is repeated, also concurrently', async () => {
    end(await create('a'), { status: 'READY' });
    end(await create('a'), { status: 'READY' });
    expect(await queued()).toEqual([]);

    await Promise.all([create('b'), create('b'), create('b')]);
    await create('b');

    expect(await queued()).toEqual(['b']);
  });

  it('still brings the first message of a start that failed, before its own', async () => {
    end(await create('a'), { status: 'ERROR', detail: 'No such branch.' });

    const again = await create('b');

    expect([await queued(), await sentWith(again)]).toEqual([['a', 'b'], undefined]);
    end(again, { status: 'ERROR' });
    await create(null);
    expect(await queued()).toEqual(['a', 'b']);
  });

  it('brings the first message of a start that failed before those that were queued meanwhile', async () => {
    const first = await create('a');
    await deps.messages.add(
      'ann',
      id,
      newPendingMessage([{ type: 'text', text: 'b', cache_prompt: false }], new Date()),
    );
    end(first, { status: 'ERROR', detail: 'No such branch.' });

    await create('c');

    expect(await queued()).toEqual(['a', 'b', 'c']);
  });

  it('brings the same message again if the first start failed', async () => {
    end(await create('a'), { status: 'ERROR', detail: 'No such branch.' });

    const again = await create('a');

    expect([await queued(), await sentWith(again)]).toMatchObject([[], { content: [{ text: 'a' }] }]);
  });

  it('treats a message as handed over that the agent may have got from the failed start', async () => {
    end(await create('a'), { status: 'ERROR', creating: 1 });

    await create('b');

    expect((await deps.messages.list('ann', id)).map(({ sent_at }) => sent_at !== null)).toEqual([true, false]);
  });

  it('does not send a message again that a start under way may send', async () => {
    await create('a');

    expect(await create('a')).toMatchObject({ creating: 1 });
  });

  it('gets the model of the request', async () => {
    end(await create('a'), { status: 'READY' });

    await create('b', { llm_model: 'two' });

    expect(await deps.conversations.find('ann', id)).toMatchObject({ llm_model: 'two', llm_model_by: 'user' });
  });
});
