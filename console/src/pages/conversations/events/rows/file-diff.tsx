import { useMemo } from 'react';
import { visible } from '../../../../../../shared/presentation/visible.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { DiffTable } from '../../../../ui/diff/diff.tsx';
import { type DiffRow, diffRows } from '../../../../ui/diff/diff-rows.ts';
import type { FileChange } from '../model/file-change.ts';
import { PlainText } from './cut-text.tsx';
import { useOpen } from './fold.tsx';

/** How many rows are shown at first. */
const SHOWN = 60;

/** The change of an edit, line by line. */
export function FileDiff({ id, change }: { readonly id: string; readonly change: FileChange }) {
  const rows = useMemo(() => changedRows(change), [change]);
  const [isAll, toggle] = useOpen(`${id}/all`);
  if (!rows) {
    return (
      <div className="grid min-w-0 gap-1.5">
        <p className="text-ink-soft text-xs">The changes are too large to show. The file is now:</p>
        <PlainText id={id} text={change.after} />
      </div>
    );
  }
  const countOf = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex items-center gap-2 border-line border-b bg-raised pl-3 text-xs">
        <span className="min-w-0 flex-1 truncate font-mono" title={change.path}>
          {visible(change.path)}
        </span>
        <span className="whitespace-nowrap text-good">+{countOf('added')}</span>
        <span className="whitespace-nowrap text-bad">-{countOf('removed')}</span>
        <CopyButton label="Copy the current file" text={change.after} />
      </figcaption>
      <DiffTable path={change.path} rows={isAll ? rows : rows.slice(0, SHOWN)} />
      {rows.length > SHOWN && (
        <button
          className="min-h-9 px-3 text-accent text-xs underline underline-offset-2"
          onClick={toggle}
          type="button"
        >
          {isAll ? 'Show less' : `Show all ${rows.length} lines`}
        </button>
      )}
    </figure>
  );
}

/** Larger changes are not compared, in characters of both texts. */
const MOST = 1_000_000;

/** The rows of a change; undefined if it is too large to compare. Lines of a part have no numbers. */
export function changedRows({ before, after, isPart }: FileChange): readonly DiffRow[] | undefined {
  if (before.length + after.length > MOST) return undefined;
  const rows = diffRows(before, after);
  if (!isPart) return rows;
  const shown = rows?.[0]?.kind === 'gap' ? rows.slice(1) : rows;
  return shown?.map(({ kind, text }) => ({ kind, text: kind === 'gap' ? '…' : text }));
}
