import { visible } from '../../../../../shared/presentation/visible.ts';
import { textOf } from '../../../files/file-content.tsx';
import { useBeginning } from '../../../files/file-queries.ts';
import { Card } from '../../../ui/card.tsx';
import { DiffTable } from '../../../ui/diff/diff.tsx';
import { diffRows } from '../../../ui/diff/diff-rows.ts';
import { ErrorNotice } from '../../../ui/query-states.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { FileChange } from './snapshot-queries.ts';

interface Props {
  readonly change: FileChange;
  readonly snapshotId: string;
  readonly since: string;
}

/** More would slow the page down. */
const MOST_ROWS = 3_000;

/** One path before and after: the lines that changed, or its facts. */
export function ChangedFile({ change, snapshotId, since }: Props) {
  const { path, path_base64: bytes, before, after } = change;
  const isFile = bytes === null && [before, after].every((one) => one === null || one.type === 'file');
  return (
    <Card isFlush title={visible(path)}>
      <p className="px-4 pb-3 text-ink-soft text-xs">{factsOf(change)}</p>
      {isFile && <Lines {...{ change, snapshotId, since }} />}
    </Card>
  );
}

function factsOf({ before, after }: FileChange): string {
  const of = (one: FileChange['before']) =>
    one === null ? 'not there' : `${one.type}, ${one.size.toLocaleString('en')} bytes, ${one.mode}`;
  return `Before: ${of(before)}. Now: ${of(after)}.`;
}

function Lines({ change: { path, before, after }, snapshotId, since }: Props) {
  const old = useBeginning({ snapshotId: since }, path, before !== null);
  const current = useBeginning({ snapshotId }, path, after !== null);
  const error = old.error ?? current.error;
  if (error) return <ErrorNotice error={error} />;
  if ((before !== null && !old.data) || (after !== null && !current.data)) return <Spinner label="Loading the file" />;
  const [one, other] = [old.data, current.data].map((data) =>
    data === undefined ? '' : data.bytes.length < data.size ? undefined : textOf(data.bytes, true),
  );
  if (one === undefined || other === undefined)
    return <Remark>This is a binary file, or it is too large to show its lines.</Remark>;
  const rows = diffRows(one, other);
  if (!rows) return <Remark>The changes are too large to show.</Remark>;
  if (rows.length === 0) return <Remark>No line has changed.</Remark>;
  return (
    <>
      <DiffTable path={path} rows={rows.slice(0, MOST_ROWS)} />
      {rows.length > MOST_ROWS && <Remark>The rest of this large change is not shown.</Remark>}
    </>
  );
}

function Remark({ children }: { readonly children: string }) {
  return <p className="p-4 text-ink-soft text-sm">{children}</p>;
}
