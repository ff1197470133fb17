import { Download, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { download, packFolder, versionOf } from '../../../../../shared/client/file-downloads.ts';
import { type FileEntry, forget } from '../../../../../shared/client/files.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import { useApi } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Time } from '../../../ui/time.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { FileContent } from './file-content.tsx';
import { DeleteFileDialog, RenameDialog } from './path-dialogs.tsx';

interface Props {
  readonly sandboxId: string;
  readonly entry: FileEntry;
  /** Read from a snapshot, so that nothing can be changed or packed. */
  readonly isSaved: boolean;
  /** It was moved or deleted. */
  readonly onGone: () => void;
  /** Whether the editor has changes that are not saved. */
  readonly onEdited: (isEdited: boolean) => void;
}

/** What a person can do with one file or directory, and the content of a file. */
export function FileDetails({ sandboxId, entry, isSaved, onGone, onEdited }: Props) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const kind = entry.target_type ?? entry.type;
  const isReadable = entry.path_base64 === null && (kind === 'file' || kind === 'directory');
  const close = () => setDialog(undefined);
  return (
    <Card title={visible(entry.name)}>
      <div className="grid min-w-0 gap-3">
        <p className="break-all text-ink-soft text-xs">
          {visible(entry.path)} · {entry.type === 'file' ? `${entry.size.toLocaleString('en')} bytes · ` : ''}
          {entry.mode} · changed <Time value={entry.modified_at} />
        </p>
        <div className="flex flex-wrap gap-2">
          {isReadable && !(isSaved && kind === 'directory') && (
            <DownloadButton isFolder={kind === 'directory'} entry={entry} sandboxId={sandboxId} />
          )}
          {!isSaved && (
            <>
              <Button icon={Pencil} onClick={() => setDialog('rename')}>
                Rename
              </Button>
              <Button icon={Trash2} onClick={() => setDialog('delete')}>
                Delete
              </Button>
            </>
          )}
        </div>
        {entry.path_base64 !== null && (
          <p className="text-ink-soft text-sm">
            Its name is not UTF-8. {isSaved ? 'It cannot be opened here.' : 'Rename it to open it here.'}
          </p>
        )}
        {isReadable && kind === 'file' && (
          <FileContent
            isSaved={isSaved}
            name={entry.name}
            onEdited={onEdited}
            path={entry.path}
            sandboxId={sandboxId}
          />
        )}
      </div>
      {dialog === 'rename' && <RenameDialog {...{ sandboxId, entry }} onClose={close} onDone={onGone} />}
      {dialog === 'delete' && <DeleteFileDialog {...{ sandboxId, entry }} onClose={close} onDone={onGone} />}
    </Card>
  );
}

interface DownloadProps {
  readonly sandboxId: string;
  readonly entry: FileEntry;
  readonly isFolder: boolean;
}

/** The browser keeps the parts of a `Blob` on its disk where they are large. */
function DownloadButton({ sandboxId, entry, isFolder }: DownloadProps) {
  const api = useApi();
  const toast = useToast();
  const [progress, setProgress] = useState<string>();
  const fetchAll = async (path: string, name: string): Promise<void> => {
    const version = await versionOf(api, sandboxId, path);
    const parts: Blob[] = [];
    const onProgress = (bytes: number, total: number) => setProgress(`${Math.floor((100 * bytes) / total)}%`);
    for await (const piece of download(api, sandboxId, path, version, { onProgress })) parts.push(new Blob([piece]));
    saveFile(new Blob(parts), name);
  };
  const start = async (): Promise<void> => {
    setProgress(isFolder ? 'packing' : '0%');
    try {
      if (!isFolder) await fetchAll(entry.path, entry.name);
      else {
        const packed = await packFolder(api, sandboxId, entry.path);
        await fetchAll(packed.content_path ?? '', `${entry.name}.tar.gz`);
        await forget(api, sandboxId, packed.id);
      }
    } catch (error) {
      toast(failed('Download', error));
    }
    setProgress(undefined);
  };
  return (
    <Button busy={progress !== undefined} icon={Download} onClick={() => void start()}>
      {progress === undefined ? 'Download' : `Download (${progress})`}
    </Button>
  );
}
