const BLOCK_BYTES = 512;
const NAME_BYTES = 100;

/** The largest number that a field of eleven octal digits has. */
const MOST = 0o77_777_777_777;

const kinds = { file: '0', directory: '5', symlink: '2', longName: 'L', longTarget: 'K' } as const;

export interface TarEntry {
  /** With slashes. Names on Linux are bytes, which need not be UTF-8. */
  readonly name: Buffer;
  readonly type: 'file' | 'directory' | 'symlink';
  readonly mode: number;
  /** The bytes of content that follow the head, for files. */
  readonly size: number;
  /** In seconds since 1970. */
  readonly modifiedAt: number;
  /** What a symbolic link contains. */
  readonly target?: Buffer;
}

/**
 * The head of an entry in the format of GNU tar, whose names are bytes of any length. Entries belong to root, as
 * programs that unpack give them to who runs them. Its content and `tarPadding` follow.
 */
export function tarHead(entry: TarEntry): Buffer {
  const { target = Buffer.alloc(0), size, type } = entry;
  if (size > MOST) throw new RangeError('a file of a tar archive has at most 8 GiB');
  const name = type === 'directory' ? Buffer.concat([entry.name, Buffer.from('/')]) : entry.name;
  return Buffer.concat([
    ...longText(name, 'longName'),
    ...longText(target, 'longTarget'),
    head({ ...entry, name, target }, kinds[type]),
  ]);
}

/** What completes the last block of a content. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}

export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK_BYTES);

/** An entry of its own, before the one whose name or target does not fit its field. */
function longText(text: Buffer, kind: 'longName' | 'longTarget'): readonly Buffer[] {
  if (text.length <= NAME_BYTES) return [];
  const content = Buffer.concat([text, Buffer.alloc(1)]);
  const entry = { name: Buffer.from('././@LongLink'), target: Buffer.alloc(0), mode: 0, modifiedAt: 0 };
  return [head({ ...entry, size: content.length }, kinds[kind]), content, tarPadding(content.length)];
}

type Head = Omit<TarEntry, 'type' | 'target'> & { readonly target: Buffer };

function head({ name, mode, size, modifiedAt, target }: Head, kind: string): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  name.copy(block, 0, 0, NAME_BYTES);
  octal(block, 100, 7, mode);
  octal(block, 108, 7, 0);
  octal(block, 116, 7, 0);
  octal(block, 124, 11, size);
  octal(block, 136, 11, Math.min(Math.max(0, Math.floor(modifiedAt)), MOST));
  block.write(kind, 156, 'latin1');
  target.copy(block, 157, 0, NAME_BYTES);
  block.write('ustar  ', 257, 'latin1');
  block.write('root', 265, 'latin1');
  block.write('root', 297, 'latin1');
  // The checksum counts its own field as spaces.
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  octal(block, 148, 6, sum);
  block.writeUInt8(0, 154);
  return block;
}

/** A number in octal digits; the zero byte after them is there already. */
function octal(block: Buffer, offset: number, digits: number, value: number): void {
  block.write(value.toString(8).padStart(digits, '0'), offset, 'latin1');
}
