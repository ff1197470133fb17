import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { filesIn, workspaceZip } from '../../../../../shared/domain/agents/proxy/workspace-zip.ts';
import { agentOf } from '../../../../../shared/domain/conversations/agent/reach-agent.ts';
import { useConversationScene } from '../../../../support/conversations/record/conversation-scene.ts';

const { agent, deps, add, running } = await useConversationScene();

const long = `${'deep/'.repeat(40)}${'file'.repeat(20)}.txt`;
const files = { 'a.txt': 'Hello', 'src/Grüße 👋.md': 'ü', empty: '', [long]: 'x'.repeat(2_000) };

function archiveOf(format: 'gnu' | 'pax' | 'ustar', wanted: Readonly<Record<string, string>>): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'tar-'));
  try {
    for (const [path, content] of Object.entries(wanted)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content);
    }
    return Buffer.from(
      execFileSync('tar', [`--format=${format}`, '-C', directory, '-cf', '-', ...Object.keys(wanted)]),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function corrupt(archive: Buffer): Buffer {
  const changed = Buffer.from(archive);
  changed.write('z', 0);
  return changed;
}

/** The same archive with another size of its first file and a matching checksum. */
function sized(archive: Buffer, size: string): Buffer {
  const changed = Buffer.from(archive);
  changed.write(`${size.padStart(11, ' ')}\0`, 124);
  changed.fill(' ', 148, 156);
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return changed;
}

async function textsOf(archive: Buffer): Promise<(readonly [path: string, text: string])[]> {
  const found: (readonly [string, string])[] = [];
  for await (const { path, content } of filesIn(archive)) found.push([path, Buffer.from(content).toString()]);
  return found;
}

describe('filesIn', () => {
  it.each(['gnu', 'pax'] as const)('reads every file of an archive in the form of %s', async (format) => {
    const found = await textsOf(archiveOf(format, files));

    expect(found).toEqual(Object.entries(files));
  });

  it('reads an archive in the ustar format', async () => {
    const found = await textsOf(archiveOf('ustar', { 'a.txt': 'Hello', 'b/c.txt': '' }));

    expect(found).toEqual([
      ['a.txt', 'Hello'],
      ['b/c.txt', ''],
    ]);
  });

  it('leaves out directories and symbolic links, and gives a hard link the content of its file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tar-'));
    mkdirSync(join(directory, 'd'));
    writeFileSync(join(directory, 'd/file'), 'x');
    symlinkSync('/etc/passwd', join(directory, 'd/link'));
    linkSync(join(directory, 'd/file'), join(directory, 'd/twin'));
    const archive = Buffer.from(execFileSync('tar', ['-C', directory, '-cf', '-', 'd/file', 'd']));
    rmSync(directory, { recursive: true, force: true });

    expect(await textsOf(archive)).toEqual([
      ['d/file', 'x'],
      ['d/twin', 'x'],
    ]);
  });

  it.each([
    ['nonsense', Buffer.alloc(1024, 'x')],
    ['one that was cut', archiveOf('pax', { 'a.txt': 'x'.repeat(5_000) }).subarray(0, 1024)],
    ['an archive without its end', archiveOf('pax', { 'a.txt': 'x' }).subarray(0, 2048)],
    ['an archive whose header was changed', corrupt(archiveOf('gnu', { 'a.txt': 'x' }))],
    ['a header with a negative size', sized(archiveOf('gnu', { 'a.txt': 'x' }), '-1')],
    ['a header with a size beyond the archive', sized(archiveOf('gnu', { 'a.txt': 'x' }), '77777777777')],
  ])('refuses %s with bad_gateway', async (_, bytes) => {
    await expect(textsOf(bytes)).rejects.toMatchObject({ code: 'bad_gateway' });
  });
});

describe('ZIP archive of the workspace', () => {
  const zip = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of workspaceZip(await agentOf(add(), running(), deps().keys))) pieces.push(piece);
    return unzipSync(Buffer.concat(pieces));
  };
  const packs = (bytes: Buffer | undefined) => {
    agent.reply = ({ path }) =>
      path === '/api/file/archive' ? { body: bytes } : { body: { workspace: { working_dir: '/workspace/project/r' } } };
  };

  it('contains every file', async () => {
    packs(gzipSync(archiveOf('pax', files)));

    const found = Object.entries(await zip()).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);

    expect(found).toEqual(Object.entries(files));
    expect(Object.fromEntries(agent.requests.at(-1)?.query ?? [])).toEqual({
      path: '/workspace/project/r',
      format: 'tar.gz',
    });
  });

  it('renames a file whose name is unsafe on another system, and lists it', async () => {
    packs(gzipSync(archiveOf('pax', { 'src/a.txt': 'A', '..\\..\\evil.dll': 'E', 'C:\nx': 'C' })));

    const { 'RENAMED_FILES.txt': note, ...found } = await zip();

    const names = Object.keys(found);
    expect(names).toEqual(['src/a.txt', expect.stringMatching(/^\.\._\.\._evil~/), expect.stringMatching(/^C__x~/)]);
    expect(names.join('')).not.toMatch(/[\\:\n]/);
    for (const name of names.slice(1)) expect(Buffer.from(note ?? '').toString()).toContain(`"${name}" was "`);
  });

  it.each(['gnu', 'pax'] as const)(
    'renames and lists files whose names are not UTF-8, of an archive in the form of %s',
    async (format) => {
      const directory = mkdtempSync(join(tmpdir(), 'tar-'));
      const bad = (byte: number) =>
        Buffer.concat([Buffer.from(`${directory}/bad`), Buffer.from([byte]), Buffer.from('.txt')]);
      writeFileSync(bad(0xff), 'one');
      writeFileSync(bad(0xfe), 'two');
      writeFileSync(join(directory, 'back\\slash.txt'), 'three');
      packs(gzipSync(execFileSync('tar', [`--format=${format}`, '-C', directory, '-cf', '-', '.'])));
      rmSync(directory, { recursive: true, force: true });

      const { 'RENAMED_FILES.txt': note, ...found } = await zip();

      const texts = Object.values(found).map((bytes) => Buffer.from(bytes).toString());
      expect(texts.toSorted()).toEqual(['one', 'three', 'two']);
      const names = Object.keys(found);
      expect(names.join('')).not.toMatch(/[\\\uFFFD]/);
      for (const name of names) expect(Buffer.from(note ?? '').toString()).toContain(`"${name}" was "`);
    },
  );

  it.each([
    ['is no archive', Buffer.from('<html>'), 'bad_gateway'],
    ['would fill the memory', gzipSync(Buffer.alloc(200 * 1024 * 1024)), 'payload_too_large'],
  ])("throws when the agent's answer %s", async (_, bytes, code) => {
    packs(bytes);

    await expect(zip()).rejects.toMatchObject({ code });
  });
});
