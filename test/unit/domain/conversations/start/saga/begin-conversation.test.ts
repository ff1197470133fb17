import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logOf } from '../../../../../../shared/domain/conversations/events/event.ts';
import type { StartTask } from '../../../../../../shared/domain/conversations/start/task/start-task.ts';
import type { StartSettings } from '../../../../../../shared/domain/settings/start-settings.ts';
import { plainSettings } from '../../../../../support/conversations/start/start-services.ts';
import { StartTaskScene, success } from '../../../../../support/conversations/start/start-task-scene.ts';
import { aRunningSandbox } from '../../../../../support/sandboxes/sandbox-data.ts';

let scene: StartTaskScene;
beforeEach(() => {
  scene = new StartTaskScene();
  vi.spyOn(console, 'warn').mockReturnValue();
  return () => vi.restoreAllMocks();
});

async function ended(mcpConfig: StartSettings['mcpConfig'] = null): Promise<StartTask | undefined> {
  const secrets = new Map([['API_KEY', { value: 'hunter2-token', description: null }]]);
  scene.ownSettings = { ...plainSettings, secrets, mcpConfig };
  const task = await scene.aStart(aRunningSandbox());
  await scene.run(task);
  return scene.read(task);
}

const variable = (name: string) => `\${${name}}`;

describe('a broken MCP server', () => {
  const docs = { url: 'https://mcp.example.com/sse', headers: { Authorization: `Bearer ${variable('API_KEY')}` } };

  it('is a warning of a start that is READY, with the reason and without secrets', async () => {
    scene.brokenServers.set('docs', 'Client failed: 401 for hunter2-token');

    const task = await ended({ docs, off: { command: 'x', enabled: false }, files: { command: 'npx' } });

    expect(task).toMatchObject({
      status: 'READY',
      warnings: [{ code: 'mcp_server_failed', detail: 'Client failed: 401 for **********' }],
    });
    expect(task?.warnings?.[0]?.message).toContain("MCP server 'docs'");
    // As the agent starts them: with secrets, and with the transport that it chooses by the URL.
    expect(Object.fromEntries(scene.tested)).toEqual({
      docs: { ...docs, transport: 'sse', headers: { Authorization: 'Bearer hunter2-token' } },
      files: { command: 'npx' },
    });
    // It would keep the agent from starting, or from the tools of the other servers.
    expect(scene.asked[0]?.payload).toMatchObject({ agent: { mcp_config: { files: { command: 'npx' } } } });
    expect(JSON.stringify(scene.asked)).not.toContain('mcp.example.com');
  });

  it('is not tested again when a conversation starts again, and stays a warning until its agent creates it', async () => {
    const broken = { code: 'mcp_server_failed', message: "The MCP server 'docs' did not answer.", detail: 'timed out' };
    const other = { code: 'repository_empty', message: 'It has no commit.', detail: null };
    const again = async (isThere: boolean) => {
      scene = new StartTaskScene();
      scene.ownSettings = { ...plainSettings, mcpConfig: { docs } };
      const earlier = { created_at: '2025-01-01T00:00:00Z', start_warnings: [broken, other] };
      const task = await scene.aStart(aRunningSandbox(), {}, earlier);
      if (isThere) scene.existing.add(task.conversation_id);
      await scene.run(task);
      const { owner_id: owner, conversation_id: id } = task;
      return [[...scene.tested.keys()], (await scene.deps.conversations.find(owner, id))?.start_warnings];
    };

    expect(await again(true)).toEqual([[], [broken]]);
    expect(await again(false)).toEqual([['docs'], []]);
  });

  it('gets its time in milliseconds, in the test and with the conversation', async () => {
    await ended({ docs: { ...docs, timeout: 30.5, sse_read_timeout: 60 } });

    const got = { timeout: 30_500, sse_read_timeout: 60 };
    expect(scene.tested.get('docs')).toMatchObject(got);
    expect(scene.asked[0]?.payload).toMatchObject({ agent: { mcp_config: { docs: got } } });
  });

  it('says that a login is missing', async () => {
    scene.brokenServers.set('docs', 'timed out');

    const task = await ended({ docs: { url: 'https://mcp.example.com', auth: { strategy: 'oauth2' } } });

    expect(task?.warnings?.[0]?.message).toContain('needs a login');
  });

  it('is not tested with a variable that only its agent knows', async () => {
    await ended({ own: { command: `${variable('HOME')}/tool` }, usual: { command: variable('TOOL:-tool') } });

    expect(Object.fromEntries(scene.tested)).toEqual({ usual: { command: 'tool' } });
  });
});

describe('a recording', () => {
  it('is the history of the conversation before its agent has the conversation', async () => {
    const message = {
      id: 1,
      timestamp: '2026-01-01T00:00:00',
      source: 'user',
      action: 'message',
      args: { content: 'Hi' },
    };
    const task = await scene.aStart(aRunningSandbox(), { replay_json: JSON.stringify([message]) });
    let before = 0;
    scene.agent = async () => {
      const conversation = (await scene.deps.conversations.find(task.owner_id, task.conversation_id)) ?? expect.fail();
      before = await scene.services.events.count(logOf(conversation), {});
    };
    scene.shell = async () => ({ ...success, stdout: '/home/x\n' });

    await scene.run(task);

    expect((await scene.read(task))?.status).toBe('READY');
    expect(before).toBeGreaterThan(0);
  });
});

describe('a hooks.json with a mistake', () => {
  const withHooks = (text: string | null) => {
    const found = text === null ? '' : 'found hooks file\n';
    const file = `root /x\nfile ${Buffer.from(text ?? '').toString('base64')}\n`;
    scene.shell = async (command) => ({ ...success, stdout: command.includes('base64') ? file : found });
  };

  it('is a warning that names the line', async () => {
    withHooks('{\n  "stop": [ }\n');

    const { status, warnings = [] } = (await ended()) ?? {};

    expect([status, warnings.map(({ code }) => code)]).toEqual(['READY', ['hooks_not_read']]);
    expect(warnings[0]?.message).toMatch(/\.openhands\/hooks\.json.*line 2/);
  });

  it.each([null, '{}', '{"stop": []}'])('is not the file %j', async (text) => {
    withHooks(text);

    expect((await ended())?.warnings ?? []).toEqual([]);
    expect(scene.commands).toHaveLength(text === null ? 1 : 2);
  });
});
