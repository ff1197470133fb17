import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AgentProcess, aMessage, aStartRequest, sessionKey } from './agent-process.ts';

const endless = '/wait 3000';

function readAll(directory: string): string {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => entry.name + readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n');
}

describe('the persistence of the reference agent', () => {
  it('restores everything after a clean stop, and conversations continue', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage('before'), tags: { team: 'a' } });
    await agent.waitForStatus(id, 'finished');
    const info = await agent.get(`/api/conversations/${id}`);
    const events = await agent.get(`/api/conversations/${id}/events/search`);

    expect(await agent.end('SIGTERM')).toBe(0);
    const again = await AgentProcess.start({ workspace: agent.workspace });

    expect((await again.get(`/api/conversations/${id}`)).body).toEqual(info.body);
    expect((await again.get(`/api/conversations/${id}/events/search`)).body).toEqual(events.body);
    await again.say(id, 'after');
    await again.waitForStatus(id, 'finished');
    expect((await again.messages(id)).slice(2)).toEqual(['user: after', 'agent: You said: after']);
    const { body } = await again.get(`/api/conversations/${id}/events/search?body=after&source=agent`);
    expect(body.items[0].llm_message.content[0].text).toContain('Message: 2\n');
  });

  it('keeps every acknowledged event when the server is killed', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create();
    const texts = ['a', 'b', 'c', 'd', 'e'];
    for (const text of texts) expect((await agent.say(id, text, false)).status).toBe(200);

    await agent.end('SIGKILL');
    const again = await AgentProcess.start({ workspace: agent.workspace });

    expect(await again.messages(id)).toEqual(texts.map((text) => `user: ${text}`));
    expect((await again.get(`/api/conversations/${id}`)).body).toMatchObject({ execution_status: 'idle', title: 'a' });
  });

  it('pauses a run on a clean stop, and continues it afterwards', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage(endless) });

    expect(await agent.end('SIGTERM')).toBe(0);
    const again = await AgentProcess.start({ workspace: agent.workspace });

    expect((await again.get(`/api/conversations/${id}`)).body.execution_status).toBe('paused');
    expect((await again.get(`/api/conversations/${id}/events/count?kind=PauseEvent`)).body).toBe(1);
    expect((await again.post(`/api/conversations/${id}/run`)).status).toBe(200);
    expect((await again.get(`/api/conversations/${id}`)).body.execution_status).toBe('running');
  });

  it('reports once that an unclean end cut a run off, and continues it on request', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage('/wait 0.2 please') });
    await agent.end('SIGKILL');

    const again = await AgentProcess.start({ workspace: agent.workspace });
    expect((await again.get(`/api/conversations/${id}`)).body.execution_status).toBe('error');
    await again.end('SIGKILL');
    const third = await AgentProcess.start({ workspace: agent.workspace });

    const { body } = await third.get(`/api/conversations/${id}/events/search?kind=AgentErrorEvent`);
    expect(body.items).toEqual([]);
    await third.say(id, 'go on');
    await third.waitForStatus(id, 'finished');
    expect((await third.messages(id)).slice(2)).toEqual([
      'agent: You said: /wait 0.2 please',
      'agent: You said: go on',
    ]);
  });

  it('writes no secret in clear', async () => {
    const agent = await AgentProcess.start();
    const secrets = { GIT_TOKEN: { kind: 'StaticSecret', value: 'hidden-value' } };
    const id = await agent.create({ secrets, initial_message: aMessage('hello') });
    await agent.waitForStatus(id, 'finished');

    const written = readAll(agent.workspace);

    expect(written).toContain('hello');
    for (const secret of ['sk-very-secret', 'hidden-value', sessionKey, 'secret-key-one']) {
      expect(written).not.toContain(secret);
    }
  });

  it('tolerates another secret key, with which the agent cannot run until the old key is back', async () => {
    const agent = await AgentProcess.start();
    const id = await agent.create({ initial_message: aMessage('before') });
    await agent.waitForStatus(id, 'finished');
    await agent.end('SIGTERM');
    const env = { OH_SESSION_API_KEYS_0: sessionKey, OH_SECRET_KEY: 'another-secret-key' };

    const changed = await AgentProcess.start({ workspace: agent.workspace, env });
    await changed.say(id, 'with another key');
    await changed.waitForStatus(id, 'error');
    const { body } = await changed.get(`/api/conversations/${id}/events/search?kind=ConversationErrorEvent`);
    expect(body.items).toMatchObject([{ code: 'SecretsUnreadable', detail: expect.stringContaining('secret key') }]);
    expect(await changed.messages(id)).toHaveLength(3);
    await changed.end('SIGTERM');

    const back = await AgentProcess.start({ workspace: agent.workspace });
    await back.post(`/api/conversations/${id}/run`);
    await back.waitForStatus(id, 'finished');
    expect((await back.messages(id)).at(-1)).toBe('agent: You said: with another key');
  });

  it('ignores the remains of a crash and damaged files', async () => {
    const agent = await AgentProcess.start();
    const [good, damaged] = [await agent.create(), await agent.create()];
    await agent.say(good, 'kept', false);
    await agent.end('SIGKILL');
    const root = join(agent.workspace, 'conversations');
    const leftovers = [`${'a'.repeat(32)}.new`, `${'b'.repeat(32)}.deleted`];
    for (const name of leftovers) mkdirSync(join(root, name, 'events'), { recursive: true });
    writeFileSync(join(root, damaged.replaceAll('-', ''), 'meta.json'), '{"id":');
    writeFileSync(join(root, good.replaceAll('-', ''), 'events', 'event-00001-x.json'), '{"half":');

    const again = await AgentProcess.start({ workspace: agent.workspace });
    await again.say(good, 'and more', false);

    expect(await again.messages(good)).toEqual(['user: kept', 'user: and more']);
    expect((await again.get(`/api/conversations/${damaged}`)).status).toBe(404);
    expect((await again.get('/api/conversations/count')).body).toBe(1);
    expect(again.output).toContain(`cannot open conversation ${damaged}`);
    expect(leftovers.some((name) => existsSync(join(root, name)))).toBe(false);
    expect(await again.post('/api/conversations', aStartRequest({ conversation_id: damaged }))).toMatchObject({
      status: 500,
      body: { detail: expect.stringContaining('cannot be read') },
    });
  });
});
