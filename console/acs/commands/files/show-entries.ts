import type { FileEntry } from '../../../../shared/client/files.ts';
import type { Output } from '../../output/output.ts';

/** The entries of a directory as a table. */
export function showEntries(found: readonly FileEntry[], out: Output): void {
  out.list(found, 'The directory is empty.', () =>
    out.table(found, [
      { title: 'mode', of: ({ mode }) => mode },
      { title: 'size', of: ({ type, size }) => (type === 'file' ? size.toLocaleString('en') : type) },
      { title: 'changed', of: ({ modified_at: time }) => out.time(time), isSpare: true },
      { title: 'name', of: ({ name, target }) => (target === null ? name : `${name} -> ${target}`), shrinks: true },
    ]),
  );
}
