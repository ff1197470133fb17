import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CommandStreamEnded, runCommand } from '../../../shared/client/commands.ts';
import { download, packFolder, versionOf } from '../../../shared/client/file-downloads.ts';
import { uploadTo } from '../../../shared/client/file-uploads.ts';
import { sentEvents } from '../../../shared/client/server-sent-events.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { folderOfTest } from '../../support/temporary-folder.ts';
import { describeRealAgent, PATIENCE } from '../support/real-agent.ts';

/** The whole script, for a sandbox of a spec. Its tests build on each other. */
function handsOn(spec: string): void {
  let owner: Owner;
  let id: string;
  const path = folderOfTest();
  const at = (path: string) => `/api/v1/sandboxes/${id}${path}`;
  const json = { Accept: 'application/json' };
  const run = async (command: string | readonly string[], more: object = {}, query = {}) => {
    const body = { command, ...more };
    const {
      status,
      text,
      body: output,
    } = await owner.api.send('POST', at('/commands'), { body, headers: json, query });
    expect(status, text).toBe(200);
    return output;
  };
  const put = (file: string, body: string) => {
    const headers = { 'Content-Type': 'application/octet-stream' };
    return owner.api.send('PUT', at('/files/content'), { query: { path: file }, body, headers });
  };
  const read = async (file: string, headers = {}) =>
    (await owner.api.send('GET', at('/files/content'), { query: { path: file }, headers })).text;
  const bytesOf = async (file: string) => {
    const api = owner.client.api;
    const pieces: Uint8Array[] = [];
    for await (const piece of download(api, id, file, await versionOf(api, id, file))) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const sourceOf = (bytes: Buffer) => ({
    size: bytes.length,
    slice: async (from: number, to: number) => Uint8Array.from(bytes.subarray(from, to)),
  });

  beforeAll(async () => {
    owner = await newOwner();
    const { status, text, body } = await owner.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: spec });
    expect(status, text).toBe(200);
    id = body.id;
    await waitForSandbox(owner.api, id, 'RUNNING', PATIENCE);
  });

  it('commands end with their output and exit code, in JSON and as a stream', async () => {
    const streamed = await owner.api.post(at('/commands'), {
      command: 'echo out; echo "$WORD" >&2; exit 3',
      env: { WORD: 'é' },
    });
    const [whole, missing, late, large] = await Promise.all([
      run(['printf', '%s|', "a 'b'", '$HOME']),
      run(['no-such-program']),
      run('sleep 60', { timeout: 1 }),
      run(`head -c 20000000 /dev/zero | tr '\\000' x`),
    ]);

    expect(streamed.text).toMatch(/event: stdout\ndata: \{"text":"out\\n"\}/);
    expect(streamed.text).toMatch(/event: stderr\ndata: \{"text":"é\\n"\}/);
    expect(streamed.text).toMatch(/event: exit\ndata: \{.*"exit_code":3.*\}\n\n$/);
    expect(whole).toMatchObject({ stdout: "a 'b'|$HOME|", command: { status: 'ENDED', exit_code: 0 } });
    expect(missing.command).toMatchObject({ exit_code: 127 });
    expect(late.command).toMatchObject({ exit_code: 143, end_reason: 'timeout' });
    expect([large.stdout.length, large.cut.stdout]).toEqual([1_048_576, 20_000_000 - 1_048_576]);
  });

  it('commands in the background take input, are listed and are stopped', async () => {
    const [cat, sleep] = await Promise.all([
      run(['cat'], { background: true, stdin: true }),
      run('sleep 300', { background: true }),
    ]);
    await owner.api.post(at(`/commands/${cat.command.id}/input`), { data: 'one\n' });
    await owner.api.post(at(`/commands/${cat.command.id}/input`), { data: 'two\n', end: true });
    const { body: list } = await owner.api.get(at('/commands'));
    await owner.api.post(at(`/commands/${sleep.command.id}/stop`), { signal: 'KILL' });

    const ended = (command: string) =>
      eventually(`command ${command} ends`, async () => {
        const { body } = await owner.api.send('GET', at(`/commands/${command}/output`), { headers: json });
        return body.command.status === 'ENDED' && body;
      });
    expect(await ended(cat.command.id)).toMatchObject({ stdout: 'one\ntwo\n', command: { exit_code: 0 } });
    expect(await ended(sleep.command.id)).toMatchObject({ command: { exit_code: 137, end_reason: 'stopped' } });
    const listed = list.items.map((one: { id: string }) => one.id);
    expect(listed).toEqual(expect.arrayContaining([cat.command.id, sleep.command.id]));
  });

  it('files of any name are written, listed, read in parts, moved and deleted', async () => {
    const names = ['-rf $(id)', "it's", 'two\nlines', 'ünï ✓', '.hidden'];
    for (const { status, text } of await Promise.all(names.map((name) => put(`odd/${name}`, `0123 ${name}`))))
      expect(status, text).toBe(200);
    await run('ln -s nowhere odd/broken; ln -s ../odd odd/up; ln -s loop odd/loop');

    const { body } = await owner.api.get(at('/files'), { path: 'odd' });
    const entries: readonly { name: string; target: string | null; target_type: string | null }[] = body.items;
    expect(entries.map(({ name }) => name).toSorted()).toEqual([...names, 'broken', 'loop', 'up'].toSorted());
    const links = entries.flatMap(({ name, target, target_type }) =>
      target === null ? [] : [[name, target, target_type]],
    );
    expect(links).toEqual([
      ['broken', 'nowhere', null],
      ['loop', 'loop', null],
      ['up', '../odd', 'directory'],
    ]);
    expect(await Promise.all(names.map((name) => read(`odd/${name}`)))).toEqual(names.map((name) => `0123 ${name}`));
    expect(await read(`odd/up/it's`, { Range: 'bytes=1-2' })).toBe('12');
    expect((await owner.api.post(at('/files/move'), { from: "odd/it's", to: 'new/place' })).status).toBe(200);
    expect(await read('new/place')).toBe("0123 it's");
    const gone = await owner.api.send('DELETE', at('/files'), { query: { path: 'odd', recursive: true } });
    expect([gone.status, (await owner.api.get(at('/files'), { path: 'odd' })).status]).toEqual([200, 404]);
  });

  it('a large file and a folder are transferred to the sandbox and back', async () => {
    const [inner, out, { api }] = [path('in'), path('out'), owner.client];
    await mkdir(out);
    await mkdir(join(inner, 'sub'), { recursive: true });
    await writeFile(join(inner, 'sub/a b'), 'text', { mode: 0o750 });
    await symlink('sub/a b', join(inner, 'link'));
    const packed = execFileSync('tar', ['-czf', '-', '-C', inner, '.']);
    const large = randomBytes(5_000_000);

    await uploadTo(api, id, sourceOf(large), { kind: 'file', path: 'large', mode: '640' });
    await uploadTo(api, id, sourceOf(packed), { kind: 'folder', path: 'tree' });

    expect((await bytesOf('large')).equals(large)).toBe(true);
    expect((await run(`stat -c '%a' large 'tree/sub/a b'; cat tree/link`)).stdout).toBe('640\n750\ntext');
    const ready = await packFolder(api, id, 'tree');
    execFileSync('tar', ['-xzf', '-', '-C', out], { input: await bytesOf(ready.content_path ?? '') });
    expect(await readFile(join(out, 'link'), 'utf8')).toBe('text');
  });

  it('tools of MCP run commands, and read and write files and logs', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { Authorization: `Bearer ${owner.apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service().baseUrl}/mcp`), { requestInit }));
    onTestFinished(() => client.close());
    const call = async (name: string, more: object) => {
      const { structuredContent, isError, content } = await client.callTool({
        name,
        arguments: { sandbox_id: id, ...more },
      });
      expect(isError, JSON.stringify(content)).toBeUndefined();
      return structuredContent ?? content;
    };

    await call('write_file', { path: 'by-mcp', content: 'hello' });
    const output = await call('run_command', { command: 'cat by-mcp; echo; exit 4' });
    const [files, text, logs, measurements] = await Promise.all([
      call('list_files', { path: '.' }),
      call('read_file', { path: 'by-mcp', offset: 1, length: 3 }),
      call('get_sandbox_logs', { tail: 5 }),
      call('get_sandbox_measurements', {}),
    ]);

    expect(output).toMatchObject({ stdout: 'hello\n', command: { exit_code: 4 } });
    expect(JSON.stringify(files)).toContain('"by-mcp"');
    expect(JSON.stringify(text)).toContain('ell');
    expect([logs, measurements]).toMatchObject([{ items: expect.any(Array) }, { items: expect.any(Array) }]);
  });

  it('logs are followed until the sandbox ends and read after it, and a request for a command wakes it', async () => {
    const { api } = owner.client;
    const params = { path: { sandbox_id: id }, query: { source: 'commands' as const, follow: true, tail: 1 } };
    const { response } = await api.GET('/api/v1/sandboxes/{sandbox_id}/logs', { params, parseAs: 'stream' });
    if (!response.body) throw new Error('The log is no stream.');
    const heard: string[] = [];
    const following = (async () => {
      for await (const { event, data } of sentEvents(response.body as ReadableStream)) {
        if (event !== 'line' && event !== 'end') continue;
        const { text, reason } = JSON.parse(data);
        heard.push(text ?? reason);
      }
    })();
    await run('echo for the log');
    await eventually('the line is in the followed log', () => heard.includes('for the log'));
    const measured = await eventually('the sandbox measures itself', async () => {
      const { body } = await owner.api.get(at('/measurements'));
      return body.items[0];
    });
    const command = runCommand(owner.client, id, { command: 'sleep 300' });
    await command.next();
    await owner.api.post(at('/pause'));
    await waitForSandbox(owner.api, id, 'PAUSED', PATIENCE);
    await following;

    expect(heard.at(-1)).toBe('sandbox_ended');
    expect(measured).toMatchObject({ generation: 1, memory_used_bytes: expect.any(Number) });
    await expect(command.next()).rejects.toThrow(CommandStreamEnded);
    const { body: printed } = await owner.api.get(at('/logs'), { source: 'commands', tail: 50 });
    expect(printed.items.map(({ text }: { text: string }) => text)).toContain('for the log');
    const woken = await eventually(
      'a command wakes the sandbox',
      async () => {
        const query = { resume: true };
        const { status, text, body } = await owner.api.send('POST', at('/commands'), {
          body: { command: 'cat by-mcp' },
          headers: json,
          query,
        });
        if (status !== 200) throw new Error(`${status}: ${text}`);
        return body;
      },
      PATIENCE,
    );
    expect(woken).toMatchObject({ stdout: 'hello', command: { exit_code: 0 } });
  });
}

describe('hands on a sandbox with the reference agent', () => handsOn('reference'));

describeRealAgent('hands on a sandbox', () => handsOn('openhands-local'));
