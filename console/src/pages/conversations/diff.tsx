import { structuredPatch } from 'diff';
import { visible } from '../../../../shared/presentation/visible.ts';

/** A line of a unified diff, or the gap before a hunk. */
export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
  /** The line numbers before and after the change, where the line exists. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** Time limit of a comparison, in milliseconds. */
const PATIENCE = 500;

/** A unified diff of two texts; undefined if they differ too much to compare them in time. */
export function diffRows(original: string, modified: string): readonly DiffRow[] | undefined {
  const patch = structuredPatch('', '', original, modified, undefined, undefined, { context: 3, timeout: PATIENCE });
  if (!patch) return undefined;
  return patch.hunks.flatMap((hunk): DiffRow[] => {
    let [before, after] = [hunk.oldStart, hunk.newStart];
    const rows = hunk.lines.flatMap((line): DiffRow[] => {
      const text = line.slice(1);
      if (line.startsWith('+')) return [{ kind: 'added', text, after: after++ }];
      if (line.startsWith('-')) return [{ kind: 'removed', text, before: before++ }];
      // The "no newline at end of file" marker is not part of the text.
      return line.startsWith(' ') ? [{ kind: 'same', text, before: before++, after: after++ }] : [];
    });
    const place = `@@ -${rangeOf(hunk.oldStart, hunk.oldLines)} +${rangeOf(hunk.newStart, hunk.newLines)} @@`;
    return [{ kind: 'gap', text: place }, ...rows];
  });
}

/** As in git, an empty range names the line before it. */
function rangeOf(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Longer lines are cut, in characters. */
const WIDEST = 5_000;

const looks: Readonly<Record<DiffRow['kind'], string>> = {
  added: 'bg-good-soft',
  removed: 'bg-bad-soft',
  same: '',
  gap: 'bg-raised text-ink-soft select-none',
};

const signs: Readonly<Record<DiffRow['kind'], string>> = { added: '+', removed: '−', same: ' ', gap: '' };

const signWords: Partial<Readonly<Record<DiffRow['kind'], string>>> = { added: 'added', removed: 'removed' };

interface Props {
  readonly path: string;
  readonly rows: readonly DiffRow[];
}

export function DiffTable({ path, rows }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
    <section aria-label={`Changes to ${path}`} className="overflow-x-auto rounded-b-xl" tabIndex={0}>
      <table className="w-full border-collapse font-mono text-xs leading-5">
        <thead className="sr-only">
          <tr>
            <th scope="col">Old line</th>
            <th scope="col">New line</th>
            <th scope="col">Change</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one comparison never move
            <tr className={looks[row.kind]} key={index}>
              <LineNumber value={row.before} />
              <LineNumber value={row.after} />
              <td className="w-4 select-none px-1 text-center">
                <span aria-hidden>{signs[row.kind]}</span>
                <span className="sr-only">{signWords[row.kind]}</span>
              </td>
              <td className="whitespace-pre pr-4">{visible(row.text.slice(0, WIDEST))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function LineNumber({ value }: { readonly value: number | undefined }) {
  return <td className="w-10 select-none px-2 text-right text-ink-soft tabular-nums">{value}</td>;
}
