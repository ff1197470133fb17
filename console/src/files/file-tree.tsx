import { ChevronDown, ChevronRight, File, Folder, Link2 } from 'lucide-react';
import { useState } from 'react';
import type { FileEntry, FilesOf } from '../../../shared/client/files.ts';
import { visible } from '../../../shared/presentation/visible.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ErrorNotice } from '../ui/query-states.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useDirectory } from './file-queries.ts';

interface Props {
  readonly of: FilesOf;
  readonly directory: string;
  /** The path of the selected entry. */
  readonly selected: string | undefined;
  readonly onSelect: (entry: FileEntry) => void;
}

/** A directory whose subdirectories are loaded when they are opened. Large ones are shown page by page. */
export function DirectoryTree({ of, directory, selected, onSelect }: Props) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDirectory(of, directory);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => refetch()} />;
  if (!data) return <Spinner label="Loading the directory" />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <p className="py-1 text-ink-soft text-xs">Empty</p>;
  return (
    <ul className="grid min-w-0">
      {items.map((entry) => (
        <Item entry={entry} key={entry.path_base64 ?? entry.path} {...{ of, selected, onSelect }} />
      ))}
      {hasNextPage && (
        <li className="py-1">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more of {visible(data.pages[0]?.entry.name ?? directory)}
          </Button>
        </li>
      )}
    </ul>
  );
}

function Item({ entry, ...tree }: Omit<Props, 'directory'> & { readonly entry: FileEntry }) {
  const [isOpen, setOpen] = useState(false);
  // Only a link shows that it can lead in a circle, so it opens on its own page of the tree.
  const isDirectory = entry.type === 'directory' && entry.path_base64 === null;
  const Icon = entry.type === 'directory' ? Folder : entry.type === 'symlink' ? Link2 : File;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const isSelected = tree.selected === entry.path;
  return (
    <li className="grid min-w-0">
      <button
        aria-current={isSelected || undefined}
        aria-expanded={isDirectory ? isOpen : undefined}
        className={classes(
          'flex min-h-9 min-w-0 items-center gap-1.5 rounded-md px-1.5 text-left text-sm hover:bg-raised',
          isSelected && 'bg-raised font-medium',
        )}
        onClick={() => {
          if (isDirectory) setOpen(!isOpen);
          tree.onSelect(entry);
        }}
        type="button"
      >
        {isDirectory ? <Chevron aria-hidden className="size-4 shrink-0" /> : <span className="size-4 shrink-0" />}
        <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
        <span className="truncate">{visible(entry.name)}</span>
        {entry.target !== null && <span className="truncate text-ink-soft text-xs">→ {visible(entry.target)}</span>}
      </button>
      {isDirectory && isOpen && (
        <div className="min-w-0 pl-5">
          <DirectoryTree directory={entry.path} {...tree} />
        </div>
      )}
    </li>
  );
}
