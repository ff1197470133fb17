import { packTar } from 'modern-tar';

/** The longest name that every `tar` reads, in bytes: longer ones need extended headers, which BusyBox lacks. */
const LONGEST_NAME = 100;

/** Packs files by their names into one archive that only the user who unpacks it can read. */
export async function tar(files: ReadonlyMap<string, string>): Promise<Uint8Array> {
  const entries = [...files].map(([name, text]) => {
    if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`the name ${name} is too long for an archive`);
    const body = Buffer.from(text);
    return { header: { name, size: body.length, mode: 0o600, mtime: new Date(0) }, body };
  });
  return packTar(entries);
}
