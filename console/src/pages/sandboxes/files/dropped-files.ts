/** A file to upload, with its path below the directory that it goes to. */
export interface ChosenFile {
  readonly file: File;
  readonly path: string;
}

/** The files that were dropped, with those in dropped folders. Call it in the event: later, the browser has no items. */
export async function droppedFiles(items: Iterable<DataTransferItem>): Promise<readonly ChosenFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(filesBelow))).flat();
}

async function filesBelow(entry: FileSystemEntry): Promise<readonly ChosenFile[]> {
  if (isDirectory(entry)) return (await Promise.all((await entriesOf(entry)).map(filesBelow))).flat();
  if (!isFile(entry)) return [];
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  return [{ file, path: entry.fullPath.slice(1) }];
}

/** A reader gives a part at a time, in Chrome 100 entries, and an empty one at the end. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
