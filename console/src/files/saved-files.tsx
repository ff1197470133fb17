import { useState } from 'react';
import type { FileEntry, FilesOf } from '../../../shared/client/files.ts';
import { Card } from '../ui/card.tsx';
import { FileCard } from './file-card.tsx';
import { DirectoryTree } from './file-tree.tsx';

interface Props {
  readonly of: FilesOf;
  /** Where the tree begins. By default, at the working directory. */
  readonly directory?: string;
}

/** Files of a snapshot, or of a sandbox that does not run, as a tree with the selected one beside it. */
export function SavedFiles({ of, directory = '.' }: Props) {
  const [selected, setSelected] = useState<FileEntry>();
  return (
    <div className="grid min-w-0 items-start gap-5 lg:grid-cols-[2fr_3fr]">
      <Card isFlush title="Files">
        <div className="grid gap-3 p-3">
          <DirectoryTree directory={directory} of={of} onSelect={setSelected} selected={selected?.path} />
        </div>
      </Card>
      {selected && <FileCard advice="It cannot be opened here." entry={selected} key={selected.path} of={of} />}
    </div>
  );
}
