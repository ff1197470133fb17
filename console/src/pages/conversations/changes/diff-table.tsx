import { useState } from 'react';
import { count } from '../../../../../shared/presentation/money.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import { Button } from '../../../ui/button.tsx';
import type { DiffRow } from './diff-rows.ts';

/** How many lines are shown at first: more make the page slow. */
const FIRST = 1_500;
/** So many characters of a line are shown. */
const WIDEST = 5_000;

const looks: Readonly<Record<DiffRow['kind'], string>> = {
  added: 'bg-good-soft',
  removed: 'bg-bad-soft',
  same: '',
  gap: 'bg-raised text-ink-soft',
};

const signs: Readonly<Record<DiffRow['kind'], string>> = { added: '+', removed: '−', same: ' ', gap: '' };

const signWords: Partial<Readonly<Record<DiffRow['kind'], string>>> = { added: 'added', removed: 'removed' };

/** A unified diff with the numbers of its lines. */
export function DiffTable({ path, rows }: { readonly path: string; readonly rows: readonly DiffRow[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section aria-label={`Changes of ${path}`} className="overflow-x-auto rounded-b-xl" tabIndex={0}>
        <table className="w-full border-collapse font-mono text-xs leading-5">
          <thead className="sr-only">
            <tr>
              <th scope="col">Line before</th>
              <th scope="col">Line after</th>
              <th scope="col">Change</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
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
      {shown.length < rows.length && (
        <div className="border-line border-t p-3">
          <Button onClick={() => setWhole(true)}>Show {count(rows.length - shown.length)} more lines</Button>
        </div>
      )}
    </>
  );
}

function LineNumber({ value }: { readonly value: number | undefined }) {
  return <td className="w-10 select-none px-2 text-right text-ink-soft tabular-nums">{value}</td>;
}
