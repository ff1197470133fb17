import { beforeEach, describe, expect, it } from 'vitest';
import { changed, type Sandbox } from '../../../shared/sandboxes/sandbox.ts';
import { type AgentConversation, AgentRefusedError } from '../../../shared/start-tasks/agent-conversations.ts';
import { runStartTask } from '../../../shared/start-tasks/run-start-task.ts';
import type { StartTask } from '../../../shared/start-tasks/start-task.ts';
import { aConversation, aStartTask } from '../../support/conversation-data.ts';
import { aRunningSandbox, aSandbox } from '../../support/sandbox-data.ts';
import { type ServiceDeps, serviceDeps } from '../../support/service-deps.ts';

let deps: ServiceDeps;
let asked: { readonly url: string; readonly key: string; readonly conversation: AgentConversation }[];
let agent: () => Promise<void>;
beforeEach(() => {
  deps = serviceDeps();
  asked = [];
  agent = async () => undefined;
});

async function aStart(sandbox: Sandbox, overrides: Partial<StartTask> = {}): Promise<StartTask> {
  const { sandbox_id } = sandbox;
  const conversation = aConversation({ sandbox_id, llm_model: 'm' });
  const task = aStartTask({ sandbox_id, conversation_id: conversation.conversation_id, ...overrides });
  await deps.sandboxes.save([{ previous: null, next: sandbox }]);
  deps.conversations.put(conversation);
  deps.startTasks.put(task);
  return task;
}

const run = ({ owner_id, start_task_id }: StartTask) =>
  runStartTask(owner_id, start_task_id, {
    ...deps,
    agents: {
      create: async (url, key, conversation) => {
        asked.push({ url, key, conversation });
        await agent();
      },
    },
  });
const read = ({ owner_id, start_task_id }: StartTask) => deps.startTasks.find(owner_id, start_task_id);

describe('running a start task', () => {
  it('waits for the sandbox first', async () => {
    const task = await aStart(aSandbox());

    await run(task);

    expect(await read(task)).toMatchObject({ status: 'WAITING_FOR_SANDBOX' });
    expect(asked).toEqual([]);
  });

  it('starts the conversation on the agent and is READY', async () => {
    const sandbox = aRunningSandbox();
    const task = await aStart(sandbox);

    await run(task);

    expect(asked).toMatchObject([
      {
        url: 'http://127.0.0.1:1',
        key: await deps.keys.sessionKey(sandbox),
        conversation: { id: task.conversation_id, workingDir: '/workspace/project', model: 'm' },
      },
    ]);
    expect(await read(task)).toMatchObject({ status: 'READY', detail: null, agent_server_url: 'http://127.0.0.1:1' });
  });

  it('is on record as started before the agent hears of it, with a lease', async () => {
    const task = await aStart(aRunningSandbox());
    let seen: StartTask | undefined;
    agent = async () => {
      seen = await read(task);
    };

    await run(task);

    expect(seen).toMatchObject({ status: 'STARTING_CONVERSATION', lease_until: '2026-11-21T12:02:30.000Z' });
  });

  it('has one worker at a time, and another when the lease of a dead one ends', async () => {
    const task = await aStart(aRunningSandbox(), {
      status: 'STARTING_CONVERSATION',
      lease_until: '2026-11-21T12:01:00.000Z',
    });

    await run(task);
    expect(asked).toHaveLength(0);
    deps.clock.advance(60);
    await run(task);

    expect(asked).toHaveLength(1);
    expect(await read(task)).toMatchObject({ status: 'READY' });
  });

  it('starts one conversation when two workers run at once', async () => {
    const task = await aStart(aRunningSandbox());

    await Promise.all([run(task), run(task), run(task)]);

    expect(asked).toHaveLength(1);
    expect(await read(task)).toMatchObject({ status: 'READY' });
  });

  it('ends in ERROR with the agent’s words when it refuses', async () => {
    const task = await aStart(aRunningSandbox());
    agent = async () => {
      throw new AgentRefusedError('The agent server answered 422: bad model');
    };

    await run(task);

    expect(await read(task)).toMatchObject({ status: 'ERROR', detail: 'The agent server answered 422: bad model' });
  });

  it('gives the lease back and fails its run when the agent does not answer, so that it is run again', async () => {
    const task = await aStart(aRunningSandbox());
    agent = async () => {
      throw new Error('fetch failed');
    };

    await expect(run(task)).rejects.toThrow('fetch failed');
    expect(await read(task)).toMatchObject({ status: 'STARTING_CONVERSATION', lease_until: null });
    agent = async () => undefined;
    await run(task);

    expect(await read(task)).toMatchObject({ status: 'READY' });
  });

  it('does not write over what happened while the agent worked', async () => {
    const sandbox = aRunningSandbox();
    const task = await aStart(sandbox);
    agent = async () => {
      const leased = await read(task);
      if (leased) await deps.startTasks.save(leased, { ...leased, version: 99, status: 'ERROR', detail: 'first' });
    };

    await run(task);

    expect(await read(task)).toMatchObject({ status: 'ERROR', detail: 'first' });
  });

  it('fails when the sandbox is paused or deleted meanwhile', async () => {
    const sandbox = aSandbox();
    const task = await aStart(sandbox);
    await run(task);
    await deps.sandboxes.save([{ previous: sandbox, next: changed(sandbox, deps.now(), { desired: 'PAUSED' }) }]);

    await run(task);

    expect(await read(task)).toMatchObject({ status: 'ERROR', detail: expect.stringContaining('paused before') });
  });

  it('does nothing for a task that does not exist', async () => {
    await expect(run(aStartTask())).resolves.toBeUndefined();
  });
});
