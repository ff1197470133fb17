import { createHash } from 'node:crypto';
import { Zip, ZipDeflate } from 'fflate';

/** The compression level, from 0 to 9. Higher levels take much longer for little gain. */
const LEVEL = 6;

/** Maximum length of an original name in the note, in characters. */
const MOST_SHOWN = 300;

/** Writes a ZIP archive in pieces. File names are safe on all systems. A note lists the renamed files. */
export class ZipWriter {
  readonly #names = new EntryNames();
  readonly #pieces: Uint8Array[] = [];
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    this.#pieces.push(piece);
  });

  /** @param path with slashes; the entry gets another name if it is not safe */
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

  /** The pieces since the last call. */
  take(): readonly Uint8Array[] {
    return this.#pieces.splice(0);
  }

  #write(name: string, content: Uint8Array): void {
    const file = new ZipDeflate(name, { level: LEVEL });
    this.#zip.add(file);
    file.push(content, true);
  }
}

/** Names are JSON strings, which show invisible characters. */
function noteOf(renamed: readonly Renamed[]): string {
  const lines = renamed.map(({ from, to, because }) => `${quoted(to)} was ${quoted(from)}: ${because}`);
  return `These files were renamed in this archive:\n\n${lines.join('\n')}\n`;
}

function quoted(name: string): string {
  const text = name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name;
  return JSON.stringify(text.toWellFormed()).replaceAll(/[\u007f-\u009f]/g, (character) => {
    return `\\u00${character.charCodeAt(0).toString(16)}`;
  });
}

/** A renamed entry. */
interface Renamed {
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

/** Maximum length of a path in bytes, as on Linux. ZIP allows 65,535. */
const MOST_BYTES = 4_096;

/** Unsafe characters in names, with a reason for people. Underscores replace them. */
const unsafe: readonly (readonly [pattern: RegExp, because: string])[] = [
  [/\\/g, 'a backslash separates directories on Windows'],
  [/:/g, 'a colon names a drive or a hidden stream on Windows'],
  [/\p{Cc}/gu, 'a control character can deceive terminals and end a name early'],
  [/\p{Cs}/gu, 'half of a character is not text'],
  [/\uFFFD/g, 'U+FFFD stands for bytes that are not UTF-8'],
  [/(?<![. ])[. ]+$/g, 'Windows drops dots and spaces at the end of a name, and two dots name the directory above'],
];

/** Device names on Windows, with any extension. An underscore is put before them. */
const DEVICE = /^(?= *(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$))/i;

/**
 * Unique entry names that stay inside the archive's directory on all systems. Only unsafe parts of a path change. They
 * get a digest of the original, so that they stay distinct and directories keep their files.
 */
export class EntryNames {
  readonly #taken = new Set<string>();
  readonly #renamed: Renamed[] = [];

  /** @param path with slashes; redundant parts (`./`, `//`) are removed, which the note does not mention */
  nameOf(path: string): string {
    const { name: wanted, because } = safe(path);
    const [name, reason] = this.#taken.has(wanted)
      ? [this.#free(wanted, path), 'another entry has that name']
      : [wanted, because];
    this.#taken.add(name);
    if (reason !== undefined) this.#renamed.push({ from: path, to: name, because: reason });
    return name;
  }

  /** The renamed entries so far, in order. */
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

/** Adds a mark before the extension. */
function marked(name: string, mark: string): string {
  const [, stem = name, extension = ''] = /^(.*[^/])(\.[^./]{1,20})$/s.exec(name) ?? [];
  return `${stem}~${mark}${extension}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
