import { createHash } from 'node:crypto';
import { Zip, ZipDeflate } from 'fflate';

/** How well files are compressed, from 0 to 9: more than this takes longer than it saves. */
const LEVEL = 6;

/** The longest original name in the note, in characters. */
const MOST_SHOWN = 300;

/** Writes a ZIP archive piece by piece. Its names are safe on every system; a note says which files have another. */
export class ZipWriter {
  readonly #names = new EntryNames();
  readonly #pieces: Uint8Array[] = [];
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    this.#pieces.push(piece);
  });

  /** @param path of the file, with slashes; where it is not safe the entry gets another name */
  add(path: string, content: Uint8Array): void {
    this.#write(this.#names.nameOf(path), content);
  }

  end(): void {
    const { renamed } = this.#names;
    if (renamed.length > 0) {
      const name = this.#names.nameOf('RENAMED_FILES.txt');
      this.#write(name, Buffer.from(noteOf(renamed)));
    }
    this.#zip.end();
  }

  /** What was written since the last call. */
  take(): readonly Uint8Array[] {
    return this.#pieces.splice(0);
  }

  #write(name: string, content: Uint8Array): void {
    const file = new ZipDeflate(name, { level: LEVEL });
    this.#zip.add(file);
    file.push(content, true);
  }
}

/** Names in JSON, which shows what cannot be seen. */
function noteOf(renamed: readonly Renamed[]): string {
  const lines = renamed.map(({ from, to, because }) => `${quoted(to)} was ${quoted(from)}: ${because}`);
  return `These files have other names here than where they come from:\n\n${lines.join('\n')}\n`;
}

function quoted(name: string): string {
  const text = name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name;
  return JSON.stringify(text.toWellFormed()).replaceAll(/[\u007f-\u009f]/g, (character) => {
    return `\\u00${character.charCodeAt(0).toString(16)}`;
  });
}

/** An entry that has another name in the archive than its file had. */
interface Renamed {
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

/** Longer names than Linux has for files, in bytes. A ZIP archive itself ends at 65,535. */
const MOST_BYTES = 4_096;

/** What a part of a path must not have, with the reason for people. The match is replaced by underscores. */
const unsafe: readonly (readonly [pattern: RegExp, because: string])[] = [
  [/\\/g, 'a backslash separates directories on Windows'],
  [/:/g, 'a colon names a drive or a hidden stream on Windows'],
  [/\p{Cc}/gu, 'a control character can deceive terminals and end a name early'],
  [/\p{Cs}/gu, 'half of a character is no text'],
  [/[. ]+$/g, 'Windows drops dots and spaces at the end of a name, and two dots name the directory above'],
];

/** The names of devices on Windows, with any extension. An underscore in front makes them names of files. */
const DEVICE = /^(?= *(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$))/i;

/**
 * Names for the entries of one archive that mean a file below the directory of the archive on every system, each name
 * once. A path is changed only where it has to be: its bad parts get a digest of what they were, so that they keep
 * apart and a directory keeps its files together.
 */
export class EntryNames {
  readonly #taken = new Set<string>();
  readonly #renamed: Renamed[] = [];

  /** @param path of a file, with slashes. Parts that say nothing (`./`, `//`) are left out without a word. */
  nameOf(path: string): string {
    const { name: wanted, because } = safe(path);
    const [name, reason] = this.#taken.has(wanted)
      ? [this.#free(wanted, path), 'another entry has that name']
      : [wanted, because];
    this.#taken.add(name);
    if (reason !== undefined) this.#renamed.push({ from: path, to: name, because: reason });
    return name;
  }

  /** The entries that were renamed so far, in their order. */
  get renamed(): readonly Renamed[] {
    return this.#renamed;
  }

  #free(name: string, path: string): string {
    for (let count = 1; ; count += 1) {
      const other = marked(name, digestOf(`${count} ${path}`));
      if (!this.#taken.has(other)) return other;
    }
  }
}

function safe(path: string): { readonly name: string; readonly because: string | undefined } {
  if (Buffer.byteLength(path) > MOST_BYTES) return { name: marked('long', digestOf(path)), because: 'it is too long' };
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const changed = parts.map(safePart);
  const reasons = changed.flatMap(({ because }) => because ?? []);
  if (path.startsWith('/')) reasons.unshift('a path from the root leads out of the directory of the archive');
  if (parts.length === 0) return { name: marked('unnamed', digestOf(path)), because: 'it has no name' };
  return { name: changed.map(({ part }) => part).join('/'), because: reasons[0] };
}

function safePart(part: string): { readonly part: string; readonly because?: string } {
  const found = unsafe.filter(([pattern]) => part.search(pattern) >= 0);
  const clean = found.reduce((text, [pattern]) => text.replace(pattern, (match) => '_'.repeat(match.length)), part);
  const because = found[0]?.[1] ?? (DEVICE.test(clean) ? 'it is the name of a device on Windows' : undefined);
  return because === undefined ? { part } : { part: marked(clean.replace(DEVICE, '_'), digestOf(part)), because };
}

/** The name with a mark before its extension. */
function marked(name: string, mark: string): string {
  const [, stem = name, extension = ''] = /^(.*[^/])(\.[^./]{1,20})$/s.exec(name) ?? [];
  return `${stem}~${mark}${extension}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
