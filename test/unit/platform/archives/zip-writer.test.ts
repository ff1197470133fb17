import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ZipWriter } from '../../../../shared/platform/archives/zip-writer.ts';

function written(files: readonly (readonly [path: string, text: string])[]): Record<string, string> {
  const zip = new ZipWriter();
  const pieces: Uint8Array[] = [];
  for (const [path, text] of files) {
    zip.add(path, Buffer.from(text));
    pieces.push(...zip.take());
  }
  zip.end();
  pieces.push(...zip.take());
  const found = unzipSync(Buffer.concat(pieces));
  return Object.fromEntries(Object.entries(found).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
}

describe('a ZIP archive', () => {
  it('has no note where every file has its own name', () => {
    expect(
      written([
        ['a.txt', 'A'],
        ['./b/c', 'C'],
      ]),
    ).toEqual({ 'a.txt': 'A', 'b/c': 'C' });
  });

  it('contains every file, and a note about renamed ones', () => {
    const long = `${'y'.repeat(400)}\\`;
    const { 'RENAMED_FILES.txt': note = '', ...files } = written([
      ['a.txt', 'A'],
      ['..\\a.txt', 'B'],
      ['x\u009b\n', 'X'],
      [long, 'Y'],
    ]);

    expect(Object.values(files)).toEqual(['A', 'B', 'X', 'Y']);
    const [heading, , ...lines] = note.trimEnd().split('\n');
    expect(heading).toBe('These files were renamed in this archive:');
    expect(lines).toEqual([
      expect.stringMatching(/^"\.\._a~\w{8}\.txt" was "\.\.\\\\a\.txt": a backslash separates directories on Windows$/),
      expect.stringMatching(/^"x__~\w{8}" was "x\\u009b\\n": a control character can deceive terminals/),
      expect.stringMatching(/^"y{300}…" was "y{300}…": a backslash/),
    ]);
  });

  it('keeps a file that is called like the note', () => {
    const files = written([
      ['RENAMED_FILES.txt', 'mine'],
      ['a\\b', 'B'],
    ]);

    expect(files['RENAMED_FILES.txt']).toBe('mine');
    const [, , note = ''] = Object.keys(files);
    expect(note).toMatch(/^RENAMED_FILES~\w{8}\.txt$/);
    expect(files[note]).toContain('was "a\\\\b"');
  });
});
