import { visible } from '../../../../shared/presentation/visible.ts';
import type { DiffRow } from './diff-rows.ts';

/** Longer lines are cut, in characters. */
const WIDEST = 5_000;

const looks: Readonly<Record<DiffRow['kind'], string>> = {
  added: 'bg-good-soft',
  removed: 'bg-bad-soft',
  same: '',
  gap: 'bg-raised text-ink-soft select-none',
  remark: 'text-ink-soft italic select-none',
};

const signs: Readonly<Record<DiffRow['kind'], string>> = { added: '+', removed: '−', same: ' ', gap: '', remark: '' };

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
