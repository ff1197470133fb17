import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AgentProcess, aMessage, missing, waitFor } from './agent-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const secrets = {
  MY_TOKEN: { kind: 'StaticSecret', value: 'a-secret-value', description: 'mine' },
  SHORT: { kind: 'StaticSecret', value: 'oop' },
};

async function eventsOf(agent: AgentProcess, id: string) {
  const { body } = await agent.get(`/api/conversations/${id}/events/search`);
  return body.items as { kind: string; key?: string; [field: string]: unknown }[];
}

async function lastAnswer(agent: AgentProcess, id: string): Promise<string> {
  return (await agent.get(`/api/conversations/${id}/agent_final_response`)).body.response;
}

describe('the script /run of the reference agent', () => {
  test('uses the terminal with an action, an observation and an answer, and masks secrets of any length', async () => {
    const agent = await AgentProcess.shared();
    const message = aMessage('/run echo "[$MY_TOKEN]"; pwd; echo oops >&2; exit 3');
    const id = await agent.create({ secrets, initial_message: message });
    await agent.waitForStatus(id, 'finished');
    const events = await eventsOf(agent, id);
    expect(events.map((event) => event.key ?? event.kind)).toEqual([
      'SystemPromptEvent',
      'MessageEvent',
      'last_user_message_id',
      'execution_status',
      'stats',
      'ActionEvent',
      'ObservationEvent',
      'stats',
      'MessageEvent',
      'execution_status',
    ]);
    const [action, observation] = [events[5], events[6]];
    expect(action).toMatchObject({
      source: 'agent',
      tool_name: 'terminal',
      action: { kind: 'TerminalAction', command: 'echo "[$MY_TOKEN]"; pwd; echo oops >&2; exit 3' },
      tool_call: { name: 'terminal', id: action?.tool_call_id },
    });
    expect(observation).toMatchObject({
      source: 'environment',
      action_id: action?.id,
      tool_call_id: action?.tool_call_id,
      observation: { kind: 'TerminalObservation', exit_code: 3, timeout: false },
    });
    expect(JSON.stringify(observation)).toContain(
      `[<secret-hidden>]\\n${join(agent.workspace, 'project')}\\n<secret-hidden>s`,
    );
    expect(JSON.stringify(events) + agent.output).not.toContain('a-secret-value');
    expect(await lastAnswer(agent, id)).toBe('The command ended with exit code 3.');
  });

  test('is stopped by an interruption, and starts again on request', async () => {
    const agent = await AgentProcess.shared();
    const id = await agent.create({ initial_message: aMessage('/run echo x >> begun; test -e done || sleep 300') });
    await waitFor(() => existsSync(join(agent.workspace, 'project/begun')) || missing('the command'));
    await agent.post(`/api/conversations/${id}/interrupt`);
    expect((await agent.get(`/api/conversations/${id}`)).body.execution_status).toBe('paused');
    expect((await eventsOf(agent, id)).at(-1)?.kind).toBe('InterruptEvent');
    await agent.post('/api/bash/execute_bash_command', { command: 'touch project/done' });
    await agent.post(`/api/conversations/${id}/run`);
    await agent.waitForStatus(id, 'finished');
  });

  test('leaves an error event when the server dies, and continues after it', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage('/run touch begun; sleep 300') });
    await waitFor(() => existsSync(join(agent.workspace, 'project/begun')) || missing('the command'));
    await agent.end('SIGKILL');
    const again = await AgentProcess.start({ workspace: agent.workspace });
    expect((await again.get(`/api/conversations/${id}`)).body.execution_status).toBe('error');
    const [, ...last] = (await eventsOf(again, id)).slice(-3);
    expect(last).toMatchObject([
      { key: 'execution_status', value: 'error' },
      { kind: 'AgentErrorEvent', tool_name: 'terminal', error: expect.stringContaining('stopped') },
    ]);
    await again.post(`/api/conversations/${id}/run`);
    await again.waitForStatus(id, 'finished');
    expect(await lastAnswer(again, id)).toBe('The command was interrupted.');
  });

  test('waits for the user when every action requires a confirmation', async () => {
    const agent = await AgentProcess.shared();
    const start = { confirmation_policy: { kind: 'AlwaysConfirm' }, initial_message: aMessage('/run echo yes') };
    const [accepted, rejected] = [await agent.create(start), await agent.create(start)];
    const respond = (id: string, body: unknown) =>
      agent.post(`/api/conversations/${id}/events/respond_to_confirmation`, body);
    for (const id of [accepted, rejected]) await agent.waitForStatus(id, 'waiting_for_confirmation');
    await respond(accepted, { accept: true });
    await agent.waitForStatus(accepted, 'finished');
    expect(await lastAnswer(agent, accepted)).toBe('The command ended with exit code 0.');
    await respond(rejected, { accept: false, reason: 'not now' });
    await agent.waitForStatus(rejected, 'idle');
    const events = await eventsOf(agent, rejected);
    expect(events.find(({ kind }) => kind === 'UserRejectObservation')).toMatchObject({ rejection_reason: 'not now' });
    await agent.post(`/api/conversations/${rejected}/run`);
    await agent.waitForStatus(rejected, 'finished');
    expect(await lastAnswer(agent, rejected)).toContain('rejected');
  });
});

describe('the script /secret of the reference agent', () => {
  test('proves that a secret arrived, also one from a lookup, without printing it', async () => {
    const receiver = await WebhookReceiver.start();
    const headers = { 'X-Session-API-Key': 'the-key-of-the-lookup' };
    const look = { kind: 'LookupSecret', url: `${receiver.url}/secrets/LOOK`, headers };
    const agent = await AgentProcess.start();
    const id = await agent.create({ secrets: { ...secrets, LOOK: look } });
    const ask = async (name: string) => {
      await agent.say(id, `/secret ${name}`);
      await agent.waitForStatus(id, 'finished');
      return await lastAnswer(agent, id);
    };
    const sha = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(await ask('MY_TOKEN')).toBe(`Secret MY_TOKEN: sha256 ${sha('a-secret-value')}`);
    expect(await ask('LOOK')).toBe(`Secret LOOK: sha256 ${sha('the-looked-up-value')}`);
    expect(receiver.deliveries[0]).toMatchObject({
      path: '/secrets/LOOK',
      headers: { 'x-session-api-key': 'the-key-of-the-lookup' },
    });
    expect(await ask('OTHER')).toBe('Secret OTHER: none');
    const added = { secrets: { OTHER: { kind: 'StaticSecret', value: 'later' } } };
    expect((await agent.post(`/api/conversations/${id}/secrets`, added)).body).toEqual({ success: true });
    expect(await ask('OTHER')).toBe(`Secret OTHER: sha256 ${sha('later')}`);
    await agent.end('SIGTERM');
    const again = await AgentProcess.start({ workspace: agent.workspace });
    await again.say(id, '/secret OTHER');
    await again.waitForStatus(id, 'finished');
    expect(await lastAnswer(again, id)).toContain(sha('later'));
    expect(again.output + agent.output).not.toMatch(/a-secret-value|the-looked-up-value|the-key-of-the-lookup/);
  });
});

test('the script /fail ends in an error with its reason, and the next message continues', async () => {
  const agent = await AgentProcess.shared();
  const id = await agent.create({ initial_message: aMessage('/fail on purpose') });
  await agent.waitForStatus(id, 'error');
  const events = await eventsOf(agent, id);
  expect(events.find(({ kind }) => kind === 'ConversationErrorEvent')).toMatchObject({
    code: 'RequestedFailure',
    detail: 'on purpose',
  });
});

test('every answer has a cost, also after a restart', async () => {
  const agent = await AgentProcess.start();
  const id = await agent.create({ initial_message: aMessage('one') });
  await agent.waitForStatus(id, 'finished');
  const costOf = async (of: AgentProcess) => {
    const { body } = await of.get(`/api/conversations/${id}`);
    return body.stats.usage_to_metrics.default.accumulated_cost as number;
  };
  const first = await costOf(agent);
  expect(first).toBeGreaterThan(0);
  await agent.end('SIGTERM');
  const again = await AgentProcess.start({ workspace: agent.workspace });
  await again.say(id, 'two');
  await again.waitForStatus(id, 'finished');
  expect(await costOf(again)).toBeGreaterThan(first);
});
