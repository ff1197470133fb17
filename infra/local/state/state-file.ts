import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file atomically: readers see the old content or the new. Only the user can read it. */
export async function writeStateFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, path);
}

/** The content of a file; undefined when there is none. */
export async function readStateFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The content of a file that is created on the first call. */
export async function readOrCreate(path: string, create: () => string): Promise<string> {
  const existing = await readStateFile(path);
  if (existing !== undefined && existing !== '') return existing;
  const content = create();
  await writeStateFile(path, content);
  return content;
}

/** A service's state in one file that is replaced atomically: a crash leaves the old state or the new one. */
export class WholeFile {
  readonly path: string;
  readonly #render: () => string;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  /** @param render returns the content when a write begins */
  constructor(path: string, render: () => string) {
    this.path = path;
    this.#render = render;
  }

  /** The content; undefined when there is no file yet. Creates its folder. */
  async read(): Promise<string | undefined> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    return readStateFile(this.path);
  }

  /** Resolves when all earlier changes are on disk. Calls during a write share the next one. */
  save(): Promise<void> {
    this.#queued ??= this.#afterCurrentWrite();
    return this.#queued;
  }

  /** Resolves when no write is pending. `save` reports failures. */
  async settled(): Promise<void> {
    await (this.#queued ?? this.#writing).catch(() => undefined);
  }

  async #afterCurrentWrite(): Promise<void> {
    // A failed write was reported to its callers. This one tries again with a newer state.
    await this.#writing.catch(() => undefined);
    this.#queued = undefined;
    this.#writing = this.#write();
    return this.#writing;
  }

  /** The state may hold secrets, so only its owner can read it. */
  async #write(): Promise<void> {
    const content = this.#render();
    const temporary = `${this.path}.new`;
    const handle = await open(temporary, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.path);
  }
}
