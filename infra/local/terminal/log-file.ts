import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The size at which a log file is replaced, in bytes. With the one before it, a service keeps at most twice this. */
const LARGEST = 20 * 1024 * 1024;

/** The name of the log in the state directory. */
export const LOG_FILE = 'service.log';

/**
 * A file to which lines are appended, and which continues at the next start. A full one is kept as `service.log.1`
 * until the next is full. Lines before `open` are kept in memory: the directory must be known to be this service's own.
 */
export class LogFile {
  readonly #largest: number;
  #path: string | undefined;
  #file = 0;
  #size = 0;
  #early = '';

  constructor(largest = LARGEST) {
    this.#largest = largest;
  }

  open(directory: string): void {
    this.#path = join(directory, LOG_FILE);
    this.#continue(this.#path);
    this.write(this.#early);
    this.#early = '';
  }

  write(text: string): void {
    if (this.#path === undefined) {
      this.#early += text;
      return;
    }
    if (this.#size > 0 && this.#size + text.length > this.#largest) this.#replace(this.#path);
    this.#size += writeSync(this.#file, text);
  }

  #replace(path: string): void {
    closeSync(this.#file);
    renameSync(path, `${path}.1`);
    this.#continue(path);
  }

  #continue(path: string): void {
    this.#file = openSync(path, 'a', 0o600);
    this.#size = fstatSync(this.#file).size;
  }
}
