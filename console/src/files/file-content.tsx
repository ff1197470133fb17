import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { Beginning } from '../../../shared/client/file-downloads.ts';
import { bytesOf, type FilesOf } from '../../../shared/client/files.ts';
import { useApi } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { UnsavedChanges } from '../ui/confirm-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { ErrorNotice, QueryStates } from '../ui/query-states.tsx';
import { useToast } from '../ui/toasts.ts';
import { PREVIEW_BYTES, useBeginning } from './file-queries.ts';

interface Props {
  readonly of: FilesOf;
  readonly path: string;
  readonly name: string;
  /** Whether the editor has changes that are not saved. Without it, the file cannot be edited. */
  readonly onEdited?: ((isEdited: boolean) => void) | undefined;
}

/** The content of a file: text to edit, a picture, or why it cannot be shown. */
export function FileContent(props: Props) {
  const content = useBeginning(props.of, props.path);
  return (
    <QueryStates query={content}>
      {(beginning) => <Content {...props} beginning={beginning} key={beginning.etag} onReload={content.refetch} />}
    </QueryStates>
  );
}

/** Formats that cannot run scripts. */
const pictures: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

interface ContentProps extends Props {
  readonly beginning: Beginning;
  readonly onReload: () => unknown;
}

function Content({ beginning, ...props }: ContentProps) {
  const { bytes, size } = beginning;
  const isWhole = bytes.length >= size;
  const type = pictures[props.name.split('.').at(-1)?.toLowerCase() ?? ''];
  if (type !== undefined && isWhole)
    return (
      <img alt={props.name} className="max-w-full justify-self-start" src={`data:${type};base64,${base64(bytes)}`} />
    );
  const text = textOf(bytes, isWhole);
  if (text === undefined)
    return <p className="text-ink-soft text-sm">This is a binary file. Download it to open it.</p>;
  const { of, onEdited } = props;
  if (isWhole && typeof of === 'string' && onEdited !== undefined)
    return <Editor {...props} etag={beginning.etag} onEdited={onEdited} sandboxId={of} text={text} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content */}
      <pre className="max-h-[60dvh] overflow-auto font-mono text-xs leading-5" tabIndex={0}>
        {text}
      </pre>
      {!isWhole && (
        <p className="text-ink-soft text-xs">
          Only the first {PREVIEW_BYTES.toLocaleString('en')} bytes are shown, and cannot be edited here.
        </p>
      )}
    </>
  );
}

/** Undefined for content that is not text. The end of a part can cut a character. */
export function textOf(bytes: Uint8Array<ArrayBuffer>, isWhole: boolean): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

function base64(bytes: Uint8Array<ArrayBuffer>): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 32_768)
    text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
  return btoa(text);
}

interface EditorProps {
  readonly sandboxId: string;
  readonly path: string;
  readonly name: string;
  readonly onEdited: (isEdited: boolean) => void;
  readonly text: string;
  readonly etag: string;
  readonly onReload: () => unknown;
}

/** A textarea turns line breaks to `\n`: those of Windows are put back when the file had only them. */
function Editor({ sandboxId, path, text, etag, onReload, onEdited }: EditorProps) {
  const api = useApi();
  const toast = useToast();
  const queries = useQueryClient();
  const isWindows = text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
  const original = text.replaceAll('\r\n', '\n');
  const [draft, setDraft] = useState(original);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const isConflict = error instanceof ApiProblem && error.status === 412;
  const save = async (condition: Readonly<Record<string, string>>): Promise<void> => {
    setSaving(true);
    setError(undefined);
    try {
      const content = bytesOf(new TextEncoder().encode(isWindows ? draft.replaceAll('\n', '\r\n') : draft));
      await answerOf(
        api.PUT('/api/v1/sandboxes/{sandbox_id}/files/content', {
          params: { path: { sandbox_id: sandboxId }, query: { path }, header: condition },
          ...content,
        }),
      );
      toast({ tone: 'good', title: 'Saved' });
      await Promise.all([onReload(), queries.invalidateQueries({ queryKey: ['sandbox-files', sandboxId, 'list'] })]);
    } catch (problem) {
      setError(problem);
    }
    setSaving(false);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save(etag === '' ? {} : { 'If-Match': etag });
  };
  const isChanged = draft !== original;
  useEffect(() => {
    onEdited(isChanged);
    return () => onEdited(false);
  }, [isChanged, onEdited]);
  return (
    <form className="grid min-w-0 gap-3" onSubmit={onSubmit}>
      <UnsavedChanges isChanged={isChanged} />
      <textarea
        aria-label={`Content of ${path}`}
        autoCapitalize="off"
        className="h-[50dvh] w-full min-w-0 resize-y rounded-lg border border-line-strong bg-surface p-3 font-mono text-xs leading-5"
        onChange={({ target }) => setDraft(target.value)}
        spellCheck={false}
        value={draft}
        wrap="off"
      />
      {isConflict ? (
        <Notice title="The file has changed since you opened it" tone="warn">
          <p>Reload it to see the change and lose yours, or overwrite it with your text.</p>
          <div className="flex flex-wrap gap-2 pt-2">
            <Button onClick={() => void onReload()}>Reload</Button>
            <Button onClick={() => void save({})} variant="danger">
              Overwrite
            </Button>
          </div>
        </Notice>
      ) : (
        error !== undefined && <ErrorNotice error={error} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          aria-disabled={!isChanged || undefined}
          busy={saving}
          disabled={!isChanged}
          type="submit"
          variant="primary"
        >
          Save
        </Button>
        <Button disabled={!isChanged} onClick={() => setDraft(original)}>
          Discard changes
        </Button>
      </div>
    </form>
  );
}
