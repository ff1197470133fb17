import { posix } from 'node:path';
import { quoted } from '../../platform/shell.ts';
import { MOUNT } from '../sandboxes/agent/workspace-scripts.ts';

/** A path in a request: as text, or as base64url if it is not UTF-8. */
export interface GivenPath {
  readonly path?: string | undefined;
  readonly path_base64?: string | undefined;
}

/** An absolute path in a sandbox. Names on Linux are bytes, which need not be UTF-8. */
export class SandboxPath {
  /** One character for each byte. */
  readonly #bytes: string;

  private constructor(bytes: string) {
    this.#bytes = bytes;
  }

  /** Without a path, the working directory. */
  static of({ path, path_base64: encoded }: GivenPath, workingDir: string): SandboxPath {
    const bytes = encoded === undefined ? Buffer.from(path ?? '.') : Buffer.from(encoded, 'base64url');
    return new SandboxPath(posix.resolve(latin1(workingDir), bytes.toString('latin1')));
  }

  static ofBytes(bytes: Buffer): SandboxPath {
    return new SandboxPath(bytes.toString('latin1'));
  }

  get bytes(): Buffer {
    return Buffer.from(this.#bytes, 'latin1');
  }

  /** For people: U+FFFD in place of bytes that are not UTF-8. */
  get text(): string {
    return this.bytes.toString('utf8');
  }

  get isText(): boolean {
    return latin1(this.text) === this.#bytes;
  }

  /** The name of the file. */
  get name(): Buffer {
    return Buffer.from(posix.basename(this.#bytes), 'latin1');
  }

  child(name: Buffer): SandboxPath {
    return new SandboxPath(posix.join(this.#bytes, name.toString('latin1')));
  }

  /** The names below the mount point of the disk, one character for each byte; undefined for a path elsewhere. */
  get belowMount(): readonly string[] | undefined {
    if (this.#bytes === MOUNT) return [];
    return this.#bytes.startsWith(`${MOUNT}/`) ? this.#bytes.slice(MOUNT.length + 1).split('/') : undefined;
  }

  /**
   * The path for a script that runs at the root of the disk. Without a container, the disk is not at its mount point.
   */
  get forScripts(): Buffer {
    const below =
      this.#bytes === MOUNT ? '.' : this.#bytes.startsWith(`${MOUNT}/`) ? this.#bytes.slice(MOUNT.length) : '';
    return Buffer.from(below === '' ? this.#bytes : `.${below === '.' ? '' : below}`, 'latin1');
  }
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** An assignment to a variable of a script. Bytes are data, never a part of the script. */
export function assigned(name: string, bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return `${name}=${quoted(text)}`;
  const escapes = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  // A substitution drops line breaks at its end, so the value ends with another character.
  return `${name}=$(printf '${escapes}x'); ${name}=\${${name}%x}`;
}
