import { beforeEach, expect, it } from 'vitest';
import { updateSettings } from '../../../../functions/settings/update-settings.ts';
import { MASK } from '../../../../shared/contract/shapes/mask.ts';
import { badFields } from '../../../support/http/answers.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

let scene: ReturnType<typeof settingsScene>;
beforeEach(() => {
  scene = settingsScene();
});

const patch = (mcp_config: unknown) => invoke(updateSettings, scene, { body: { agent_settings_diff: { mcp_config } } });
const servers = async () => (await scene.reader.forStart('ann')).mcpConfig;

const words = { transport: 'http', url: 'https://words.example.com/mcp' };
const files = { transport: 'stdio', command: 'npx', env: { TOKEN: 'one', ROOT: '/' } };

it('each server that Agent Canvas adds, changes, renames or removes leaves the others as they are', async () => {
  // The bodies that version 1.20.0 sends, one for each action.
  await patch({ words });
  await patch({ files });
  expect(await servers()).toEqual({ words, files });

  await patch({ files: { ...files, env: { TOKEN: MASK, ROOT: null } } });
  expect(await servers()).toEqual({ words, files: { ...files, env: { TOKEN: 'one' } } });

  await patch({ words: null, spelling: words });
  expect(Object.keys((await servers()) ?? {})).toEqual(['files', 'spelling']);

  await patch({ files: null });
  expect(await servers()).toEqual({ spelling: words });
});

it('a patch of one field keeps the secrets of its server', async () => {
  await patch({ files });

  expect((await patch({ files: { timeout: 60 } })).status).toBe(200);

  expect(await servers()).toEqual({ files: { ...files, timeout: 60 } });
});

it('a patch never sends a kept secret to another origin', async () => {
  await patch({ words: { ...words, headers: { Authorization: 'Bearer secret' } } });

  const answer = await patch({ words: { url: 'https://evil.example.com/mcp' } });

  expect([answer.status, badFields(answer)]).toEqual([422, ['body.mcp_config.words.headers.Authorization']]);
});

it('a server in the words of another client is a whole one', async () => {
  await patch({ words: { ...words, enabled: false, timeout: 60 } });

  await patch({ words: { type: 'http', serverUrl: 'https://other.example.com/mcp', disabled: false } });

  expect(await servers()).toEqual({ words: { transport: 'http', url: 'https://other.example.com/mcp' } });
});

it('servers in lists and inside mcpServers replace all, and null removes all', async () => {
  await patch({ files });
  await patch({ mcpServers: { words } });
  expect(await servers()).toEqual({ words });
  await patch({ shttp_servers: [{ url: 'https://listed.example.com' }] });
  expect(Object.keys((await servers()) ?? {})).toEqual(['shttp_1']);
  await patch(null);
  expect(await servers()).toBeNull();
});

it.each<[string, unknown, string]>([
  ['without an address', { lost: { headers: {} } }, 'lost.url'],
  ['whose address goes', { words: { url: null } }, 'words.url'],
  ['with a field that agents lack', { words: { includeTools: ['a'] } }, 'words.includeTools'],
  ['with a wrong type', { words: { command: 5 } }, 'words.command'],
])('a server %s is refused by the name of its field', async (_, change, field) => {
  await patch({ words });

  const answer = await patch(change);

  expect([answer.status, badFields(answer)]).toContainEqual([`body.agent_settings_diff.mcp_config.${field}`]);
  expect(answer.status).toBe(422);
  expect(await servers()).toEqual({ words });
});

it('patches keep the limit of servers', async () => {
  const many = (from: number) => Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`s${from + i}`, words]));
  await patch(many(0));

  const answer = await patch(many(30));

  expect([answer.status, badFields(answer)]).toEqual([422, ['body.agent_settings_diff.mcp_config']]);
});
