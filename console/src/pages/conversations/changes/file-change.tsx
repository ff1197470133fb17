import { useQuery } from '@tanstack/react-query';
import { structuredPatch } from 'diff';
import { useMemo, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';
import { count } from '../../../../../shared/presentation/money.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import type { Conversation, GitDiff } from '../../../api/shapes.ts';
import { LIVE } from '../../../live/intervals.ts';
import { useApi } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { isBinary, Remark } from '../files/file-parts.tsx';

interface Props {
  readonly conversation: Conversation;
  readonly directory: string;
  readonly path: string;
  readonly isDeleted: boolean;
}

/** One changed file, before and after. */
export function FileChange({ conversation, directory, path, isDeleted }: Props) {
  const api = useApi();
  const { id, execution_status } = conversation;
  const diff = useQuery({
    queryKey: ['git-diff', id, directory, path, execution_status],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/app-conversations/{conversation_id}/git/diff', {
          params: { path: { conversation_id: id }, query: { path: `${directory}/${path}` } },
          signal,
        }),
      ),
    // The agent server compares only files that exist.
    enabled: !isDeleted,
    placeholderData: (shown) => shown,
    refetchInterval: execution_status === 'running' && LIVE.normal,
  });
  if (isDeleted) return <Remark>The file was deleted.</Remark>;
  if (isTooLarge(diff.error)) return <Remark>This file is larger than 1 MB, so its changes are not shown.</Remark>;
  return <QueryStates query={diff}>{(texts) => <Comparison path={path} texts={texts} />}</QueryStates>;
}

/** Agent servers compare files of up to 1 MiB. */
function isTooLarge(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 400 && /too large/i.test(error.message);
}

function Comparison({ path, texts: { original, modified } }: { readonly path: string; readonly texts: GitDiff }) {
  const [before, after] = [original ?? '', modified ?? ''];
  const isText = !isBinary(before) && !isBinary(after);
  const rows = useMemo(() => (isText ? diffRows(before, after) : []), [isText, before, after]);
  if (!isText) return <Remark>This is a binary file.</Remark>;
  if (!rows) return <Remark>The changes are too large to show.</Remark>;
  return rows.length === 0 ? <Remark>The text is unchanged.</Remark> : <DiffTable path={path} rows={rows} />;
}

/** How many lines are shown at first: more would slow the page down. */
const FIRST = 1_500;
/** How many characters of a line are shown. */
const WIDEST = 5_000;

const looks: Readonly<Record<DiffRow['kind'], string>> = {
  added: 'bg-good-soft',
  removed: 'bg-bad-soft',
  same: '',
  gap: 'bg-raised text-ink-soft',
};

const signs: Readonly<Record<DiffRow['kind'], string>> = { added: '+', removed: '−', same: ' ', gap: '' };

const signWords: Partial<Readonly<Record<DiffRow['kind'], string>>> = { added: 'added', removed: 'removed' };

/** A unified diff with line numbers. */
function DiffTable({ path, rows }: { readonly path: string; readonly rows: readonly DiffRow[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
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

/** A line of a unified diff, or the gap before a hunk. */
interface DiffRow {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
  /** Its number before and after the change, where it exists. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** How long two texts are compared at most, in milliseconds. */
const PATIENCE = 500;

/** A unified diff of two texts; undefined when they differ too much to compare them in time. */
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
