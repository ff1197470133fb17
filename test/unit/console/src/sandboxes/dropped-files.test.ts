import { expect, it } from 'vitest';
import { droppedFiles } from '../../../../../console/src/pages/sandboxes/files/dropped-files.ts';

/** What Chrome gives: files without their path, and the entries of a directory in parts. */
function entry(fullPath: string, children?: readonly object[]): object {
  const parts = children?.map((child) => [child]) ?? [];
  return {
    fullPath,
    isFile: children === undefined,
    isDirectory: children !== undefined,
    file: (resolve: (file: File) => void) => resolve(new File([fullPath], 'name')),
    createReader: () => ({
      readEntries: (resolve: (entries: readonly object[]) => void) => resolve(parts.shift() ?? []),
    }),
  };
}

const drop = (...entries: readonly (object | null)[]) =>
  droppedFiles(entries.map((one) => ({ webkitGetAsEntry: () => one }) as DataTransferItem));

it('the files of a dropped folder keep their path below it', async () => {
  const folder = entry('/site', [
    entry('/site/a.html'),
    entry('/site/css', [entry('/site/css/b.css')]),
    entry('/site/c'),
  ]);
  const files = await drop(folder, entry('/notes.txt'));
  expect(files.map(({ path }) => path)).toEqual(['site/a.html', 'site/css/b.css', 'site/c', 'notes.txt']);
  expect(await files[1]?.file.text()).toBe('/site/css/b.css');
});

it('a dropped text and an empty folder have no files', async () => {
  expect(await drop(null, entry('/empty', []))).toEqual([]);
});
