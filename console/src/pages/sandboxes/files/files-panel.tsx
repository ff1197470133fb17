import { FolderPlus, RefreshCw, Upload } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import type { FileEntry } from '../../../../../shared/client/files.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import type { Sandbox } from '../../../api/shapes.ts';
import { useRefresh } from '../../../files/file-queries.ts';
import { DirectoryTree } from '../../../files/file-tree.tsx';
import { SavedFiles } from '../../../files/saved-files.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { DiscardQuestion } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { droppedFiles } from './dropped-files.ts';
import { FileDetails } from './file-details.tsx';
import { NewDirectoryDialog } from './path-dialogs.tsx';
import { useUploads } from './use-uploads.ts';

/** The working directory as a tree, with the selected file or directory beside it. */
export function FilesPanel({ sandbox }: { readonly sandbox: Sandbox }) {
  const { id, status } = sandbox;
  if (status === 'RUNNING') return <Files sandboxId={id} />;
  if (status === 'PAUSED' || status === 'ERROR')
    return (
      <div className="grid min-w-0 gap-5">
        <Notice title="These files are from the saved workspace" tone="info">
          The sandbox was not resumed to read them. Resume it to change them.
        </Notice>
        <SavedFiles of={id} />
      </div>
    );
  return (
    <Notice title="The files cannot be read now" tone="info">
      {status === 'STARTING' ? 'The sandbox is starting.' : 'The sandbox no longer exists.'}
    </Notice>
  );
}

/** Relative to the working directory of the spec. */
const START = '.';

function Files({ sandboxId }: { readonly sandboxId: string }) {
  const [selected, setSelected] = useState<FileEntry>();
  const [isEdited, setEdited] = useState(false);
  /** What was selected while the editor has changes. */
  const [next, setNext] = useState<FileEntry>();
  const [isCreating, setCreating] = useState(false);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refresh = useRefresh(sandboxId);
  const uploads = useUploads(sandboxId);
  const directory = directoryOf(selected);
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void uploads.send(droppedFiles(event.dataTransfer.items), directory);
  };
  return (
    <div className="grid min-w-0 items-start gap-5 lg:grid-cols-[2fr_3fr]">
      <Card isFlush title="Files">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it uploads without a pointer */}
        <div
          className={classes('grid gap-3 p-3', isOver && 'rounded-lg outline-2 outline-accent outline-dashed')}
          onDragLeave={() => setOver(false)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDrop={onDrop}
        >
          <div className="flex flex-wrap gap-2">
            <Button busy={uploads.isBusy} icon={Upload} onClick={() => input.current?.click()}>
              Upload
            </Button>
            <Button icon={FolderPlus} onClick={() => setCreating(true)}>
              New folder
            </Button>
            <Button icon={RefreshCw} onClick={() => void refresh()} variant="quiet">
              Refresh
            </Button>
            <input
              aria-label="Files to upload"
              className="sr-only"
              multiple
              onChange={({ target }) => {
                const chosen = [...(target.files ?? [])].map((file) => ({ file, path: file.name }));
                void uploads.send(chosen, directory);
                target.value = '';
              }}
              ref={input}
              tabIndex={-1}
              type="file"
            />
          </div>
          <p className="break-all text-ink-soft text-xs" role="status">
            {uploads.progress ??
              `Drop files or folders here to upload them to ${directory === START ? 'the working directory' : visible(directory)}.`}
          </p>
          <DirectoryTree
            directory={START}
            of={sandboxId}
            onSelect={isEdited ? setNext : setSelected}
            selected={selected?.path}
          />
        </div>
      </Card>
      {selected && (
        <FileDetails
          entry={selected}
          key={selected.path}
          onEdited={setEdited}
          onGone={() => {
            setSelected(undefined);
            void refresh();
          }}
          sandboxId={sandboxId}
        />
      )}
      {next && (
        <DiscardQuestion
          onDiscard={() => {
            setEdited(false);
            setSelected(next);
            setNext(undefined);
          }}
          onKeep={() => setNext(undefined)}
        />
      )}
      {isCreating && (
        <NewDirectoryDialog
          directory={directory}
          onClose={() => setCreating(false)}
          onDone={() => {
            setCreating(false);
            void refresh();
          }}
          sandboxId={sandboxId}
        />
      )}
    </div>
  );
}

/** The directory that uploads go to: the selected one, or that of the selected file. */
function directoryOf(entry: FileEntry | undefined): string {
  if (entry === undefined || entry.path_base64 !== null) return START;
  if ((entry.target_type ?? entry.type) === 'directory') return entry.path;
  return entry.path.slice(0, entry.path.lastIndexOf('/')) || '/';
}
