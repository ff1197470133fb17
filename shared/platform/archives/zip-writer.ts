import { Zip, ZipDeflate } from 'fflate';
import { EntryNames, type Renamed } from './entry-names.ts';

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
