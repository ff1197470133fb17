import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { download, folderArchive, packFolder, versionOf } from '../../../shared/client/file-downloads.ts';
import { type FileEntry, type FilesOf, forget } from '../../../shared/client/files.ts';
import { visible } from '../../../shared/presentation/visible.ts';
import { useApi } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Time } from '../ui/time.tsx';
import { failed, useToast } from '../ui/toasts.ts';
import { FileContent } from './file-content.tsx';

interface CardProps {
  readonly of: FilesOf;
  readonly entry: FileEntry;
  /** What to do about a name that is not UTF-8. */
  readonly advice: string;
  /** Without it, nothing can be changed: it is read from what was saved. */
  readonly onEdited?: (isEdited: boolean) => void;
  /** What a person can do with it, besides downloading it. */
  readonly children?: ReactNode;
}

/** One file or directory, and the content of a file. */
export function FileCard({ of, entry, advice, onEdited, children }: CardProps) {
  const kind = entry.target_type ?? entry.type;
  const isReadable = entry.path_base64 === null && (kind === 'file' || kind === 'directory');
  return (
    <Card title={visible(entry.name)}>
      <div className="grid min-w-0 gap-3">
        <p className="break-all text-ink-soft text-xs">
          {visible(entry.path)} · {entry.type === 'file' ? `${entry.size.toLocaleString('en')} bytes · ` : ''}
          {entry.mode} · changed <Time value={entry.modified_at} />
        </p>
        <div className="flex flex-wrap gap-2">
          {isReadable && (
            <DownloadButton entry={entry} isFolder={kind === 'directory'} isSaved={onEdited === undefined} of={of} />
          )}
          {children}
        </div>
        {entry.path_base64 !== null && <p className="text-ink-soft text-sm">Its name is not UTF-8. {advice}</p>}
        {isReadable && kind === 'file' && (
          <FileContent name={entry.name} of={of} onEdited={onEdited} path={entry.path} />
        )}
      </div>
    </Card>
  );
}

interface DownloadProps {
  readonly of: FilesOf;
  readonly entry: FileEntry;
  readonly isFolder: boolean;
  readonly isSaved: boolean;
}

/** The browser keeps the parts of a `Blob` on its disk where they are large. */
function DownloadButton({ of, entry, isFolder, isSaved }: DownloadProps) {
  const api = useApi();
  const toast = useToast();
  const [progress, setProgress] = useState<string>();
  const fetchAll = async (path: string, name: string): Promise<void> => {
    const version = await versionOf(api, of, path);
    const parts: Blob[] = [];
    const onProgress = (bytes: number, total: number) => setProgress(`${Math.floor((100 * bytes) / total)}%`);
    for await (const piece of download(api, of, path, version, { onProgress })) parts.push(new Blob([piece]));
    saveFile(new Blob(parts), name);
  };
  const start = async (): Promise<void> => {
    setProgress(isFolder ? 'packing' : '0%');
    try {
      const archive = `${entry.name}.tar.gz`;
      if (!isFolder) await fetchAll(entry.path, entry.name);
      else if (isSaved || typeof of !== 'string')
        saveFile(await (await folderArchive(api, of, entry.path)).blob(), archive);
      else {
        const packed = await packFolder(api, of, entry.path);
        await fetchAll(packed.content_path ?? '', archive);
        await forget(api, of, packed.id);
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
