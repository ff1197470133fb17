import { useMemo } from 'react';
import { visible } from '../../../../../../shared/presentation/visible.ts';
import { classes } from '../../../../ui/classes.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { type DiffLine, diffOf } from '../model/diff-lines.ts';
import type { FileChange } from '../model/file-change.ts';
import { useOpen } from './open-rows.ts';
import { PlainText } from './plain-text.tsx';

/** So many lines are shown at first. */
const SHOWN = 60;
/** So many characters of a line are shown. */
const WIDEST = 5_000;

const looks: Readonly<Record<DiffLine['type'], string>> = {
  same: '',
  added: 'bg-good-soft text-good',
  removed: 'bg-bad-soft text-bad',
  gap: 'bg-raised text-ink-soft',
};

const signs: Readonly<Record<DiffLine['type'], string>> = { same: ' ', added: '+', removed: '-', gap: '…' };

/** What an edit changed in a file, line by line. */
export function FileDiff({ id, change }: { readonly id: string; readonly change: FileChange }) {
  const diff = useMemo(() => diffOf(change), [change]);
  const [isAll, toggle] = useOpen(`${id}/all`);
  if (!diff) {
    return (
      <div className="grid min-w-0 gap-1.5">
        <p className="text-ink-soft text-xs">The file has changed too much to be compared here. It is now:</p>
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
        <CopyButton label="Copy the file as it is now" text={change.after} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label={`Changes of ${change.path}`} className="overflow-x-auto" tabIndex={0}>
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
