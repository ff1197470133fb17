import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { agentOf } from '../../../shared/agent-proxy/reach-agent.ts';
import { filesIn } from '../../../shared/agent-proxy/tar.ts';
import { workspaceZip } from '../../../shared/agent-proxy/workspace-zip.ts';
import { useConversationScene } from '../../support/conversation-scene.ts';

const { agent, deps, add, running } = await useConversationScene();

const long = `${'deep/'.repeat(40)}${'file'.repeat(20)}.txt`;
const files = { 'a.txt': 'Hello', 'src/Grüße 👋.md': 'ü', empty: '', [long]: 'x'.repeat(2_000) };

/** What the tar of this machine makes of the files. */
function archiveOf(format: 'gnu' | 'pax' | 'ustar', wanted: Readonly<Record<string, string>>): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'tar-'));
  try {
    for (const [path, content] of Object.entries(wanted)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content);
    }
    return execFileSync('tar', [`--format=${format}`, '-C', directory, '-cf', '-', ...Object.keys(wanted)]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

describe('a tar archive', () => {
  it.each(['gnu', 'pax'] as const)('in the form of %s is read to the last file', (format) => {
    const found = [...filesIn(archiveOf(format, files))].map(({ path, content }) => [path, content.toString()]);

    expect(found).toEqual(Object.entries(files));
  });

  it('with short names is read in its oldest form too', () => {
    const found = [...filesIn(archiveOf('ustar', { 'a.txt': 'Hello', 'b/c.txt': '' }))];

    expect(found.map(({ path }) => path)).toEqual(['a.txt', 'b/c.txt']);
  });

  it.each([
    ['nonsense', Buffer.alloc(1024, 'x')],
    ['one that was cut', archiveOf('pax', { 'a.txt': 'x'.repeat(5_000) }).subarray(0, 1024)],
  ])('is none when it is %s', (_, bytes) => {
    expect(() => [...filesIn(bytes)]).toThrow(expect.objectContaining({ code: 'bad_gateway' }));
  });
});

describe('the workspace as a ZIP archive', () => {
  const zip = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of workspaceZip(await agentOf(add(), running(), deps().keys))) pieces.push(piece);
    return unzipSync(Buffer.concat(pieces));
  };
  /** The agent packs this. */
  const packs = (bytes: Buffer | undefined) => {
    agent.reply = ({ path }) =>
      path === '/api/file/archive' ? { body: bytes } : { body: { workspace: { working_dir: '/workspace/project/r' } } };
  };

  it('holds every file', async () => {
    packs(gzipSync(archiveOf('pax', files)));

    const found = Object.entries(await zip()).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);

    expect(found).toEqual(Object.entries(files));
    expect(Object.fromEntries(agent.requests.at(-1)?.query ?? [])).toEqual({
      path: '/workspace/project/r',
      format: 'tar.gz',
    });
  });

  it.each([
    ['is no archive', Buffer.from('<html>'), 'bad_gateway'],
    ['would fill the memory', gzipSync(Buffer.alloc(200 * 1024 * 1024)), 'payload_too_large'],
  ])('is refused when what the agent sends %s', async (_, bytes, code) => {
    packs(bytes);

    await expect(zip()).rejects.toMatchObject({ code });
  });
});
