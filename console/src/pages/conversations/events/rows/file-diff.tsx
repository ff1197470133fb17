import { structuredPatch } from 'diff';
import { useMemo } from 'react';
import { visible } from '../../../../../../shared/presentation/visible.ts';
import { classes } from '../../../../ui/classes.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import type { FileChange } from '../model/file-change.ts';
import { PlainText } from './cut-text.tsx';
import { useOpen } from './fold.tsx';

/** How many lines are shown at first. */
const SHOWN = 60;
/** How many characters of a line are shown. */
const WIDEST = 5_000;

const looks: Readonly<Record<DiffLine['type'], string>> = {
  same: '',
  added: 'bg-good-soft text-good',
  removed: 'bg-bad-soft text-bad',
  gap: 'bg-raised text-ink-soft',
};

const signs: Readonly<Record<DiffLine['type'], string>> = { same: ' ', added: '+', removed: '-', gap: '…' };

/** The change of an edit, line by line. */
export function FileDiff({ id, change }: { readonly id: string; readonly change: FileChange }) {
  const diff = useMemo(() => diffOf(change), [change]);
  const [isAll, toggle] = useOpen(`${id}/all`);
  if (!diff) {
    return (
      <div className="grid min-w-0 gap-1.5">
        <p className="text-ink-soft text-xs">The changes are too large to show. The file is now:</p>
        <PlainText id={id} text={change.after} />
      </div>
    );
  }
  const { lines, added, removed } = diff;
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex items-center gap-2 border-line border-b bg-raised pl-3 text-xs">
        <span className="min-w-0 flex-1 truncate font-mono" title={change.path}>
          {visible(change.path)}
        </span>
        <span className="whitespace-nowrap text-good">+{added}</span>
        <span className="whitespace-nowrap text-bad">-{removed}</span>
        <CopyButton label="Copy the current file" text={change.after} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label={`Changes to ${change.path}`} className="overflow-x-auto" tabIndex={0}>
        <table className="min-w-full border-collapse font-mono text-xs leading-5">
          <tbody>
            {(isAll ? lines : lines.slice(0, SHOWN)).map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a change never move
              <Line key={place} line={line} />
            ))}
          </tbody>
        </table>
      </section>
      {lines.length > SHOWN && (
        <button
          className="min-h-9 px-3 text-accent text-xs underline underline-offset-2"
          onClick={toggle}
          type="button"
        >
          {isAll ? 'Show less' : `Show all ${lines.length} lines`}
        </button>
      )}
    </figure>
  );
}

function Line({ line: { type, text, before, after } }: { readonly line: DiffLine }) {
  return (
    <tr className={looks[type]}>
      <td className="w-10 select-none pr-2 pl-3 text-right align-top text-ink-soft tabular-nums">{before}</td>
      <td className="w-10 select-none pr-2 text-right align-top text-ink-soft tabular-nums">{after}</td>
      <td className={classes('whitespace-pre pr-3', type === 'gap' && 'select-none')}>
        {signs[type]} {visible(text.slice(0, WIDEST))}
      </td>
    </tr>
  );
}

interface DiffLine {
  readonly type: 'same' | 'added' | 'removed' | 'gap';
  readonly text: string;
  /** Numbers of the line before and after; undefined where it is not in the file. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

interface Diff {
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
}

/** Longer files are not compared, in characters of both. */
const MOST = 1_000_000;
/** How many unchanged lines surround a change. */
const CONTEXT = 3;
/** How long two files are compared at most, in milliseconds. */
const TIMEOUT = 300;

/** The lines that a change added and removed. @returns undefined if the two differ too much to compare */
export function diffOf({ path, before, after, isPart }: FileChange): Diff | undefined {
  if (before.length + after.length > MOST) return undefined;
  const patch = structuredPatch(path, path, before, after, '', '', { context: CONTEXT, timeout: TIMEOUT });
  if (patch === undefined) return undefined;
  const lines: DiffLine[] = [];
  for (const { oldStart, newStart, lines: texts } of patch.hunks) {
    if (lines.length > 0 || (!isPart && oldStart > 1)) lines.push(gap);
    let [old, fresh] = [oldStart, newStart];
    for (const text of texts) {
      const type = typeOf(text);
      // The "no newline at end of file" marker.
      if (type === undefined) continue;
      lines.push({
        type,
        text: text.slice(1),
        before: type === 'added' || isPart ? undefined : old,
        after: type === 'removed' || isPart ? undefined : fresh,
      });
      if (type !== 'added') old += 1;
      if (type !== 'removed') fresh += 1;
    }
  }
  const countOf = (type: DiffLine['type']) => lines.filter((line) => line.type === type).length;
  return { lines, added: countOf('added'), removed: countOf('removed') };
}

const gap: DiffLine = { type: 'gap', text: '', before: undefined, after: undefined };

function typeOf(text: string): 'same' | 'added' | 'removed' | undefined {
  switch (text[0]) {
    case '+':
      return 'added';
    case '-':
      return 'removed';
    case '\\':
      return undefined;
    default:
      return 'same';
  }
}
