import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod';
import type { FileEntry } from '../../contract/shapes/sandbox-files.ts';
import { AppError } from '../../platform/errors.ts';
import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { exits } from './failures.ts';
import { runScript } from './run-script.ts';
import { SandboxPath } from './sandbox-path.ts';

export type Entry = z.input<typeof FileEntry>;

export interface Listing {
  readonly entry: Entry;
  readonly items: readonly Entry[];
  /** The name of the last item if there are more; otherwise null. */
  readonly next: Buffer | null;
}

/** Fields end with a slash, which no name contains; entries end with NUL, which nothing contains. */
const FORMAT = '%f/%y/%Y/%s/%m/%T@/%l\\0';

/**
 * The working directory exists only after the first conversation, unless this makes it. Sorts by the bytes of the name
 * and a slash. The mark of the last name that was seen sorts after its entry and before the next; `sed` deletes all up
 * to it.
 */
const SCRIPT = `[ "$target" != "$working_dir" ] || mkdir -p -- "$target"
[ -e "$target" ] || [ -L "$target" ] || exit ${exits.missing}
list() {
  find . -mindepth 1 -maxdepth 1 -printf '${FORMAT}'
  [ -z "$after" ] || printf '%s/~\\0' "$after"
}
page() {
  find "$target" -maxdepth 0 -printf '${FORMAT}'
  [ -d "$target" ] || return 0
  cd -- "$target" || return 0
  if [ -n "$after" ]; then list | sort -z | sed -z "$skip"; else list | sort -z; fi | head -z -n "$count"
}
find . -maxdepth 0 -printf '' || exit 1
[ ! -d "$target" ] || { [ -r "$target" ] && [ -x "$target" ]; } || exit ${exits.notReadable}
page | gzip -c | base64 | tr -d '\n'`;

/** The most bytes of a page, unpacked. */
const MOST_BYTES = 8 * 1024 * 1024;

const unpacked = promisify(gunzip);

/** @param after the name of the last entry of the page before. @throws AppError as `runScript` */
export async function listDirectory(
  agent: SandboxAgent,
  directory: SandboxPath,
  { limit, after }: { readonly limit: number; readonly after: Buffer | null },
): Promise<Listing> {
  const values = {
    target: directory.forScripts,
    working_dir: SandboxPath.of({}, agent.sandbox.working_dir).forScripts,
    after: after ?? '',
    skip: after === null ? '' : skipTo(after),
    // One more shows whether there is another page.
    count: String(limit + 1),
  };
  const output = await runScript(agent, { values, text: SCRIPT, about: directory, seconds: 15 });
  const records = await recordsIn(output);
  // The name of the root is a slash, too.
  const [own, ...others] = records.map((record) => record.replace(/^\/\//, '/').split('/'));
  if (own === undefined) throw damaged();
  const shown = others.slice(0, limit);
  const last = shown.at(-1)?.[0];
  return {
    entry: entryOf(own, directory),
    items: shown.map((fields) => entryOf(fields, directory.child(Buffer.from(fields[0] ?? '', 'latin1')))),
    next: others.length > limit && last !== undefined ? Buffer.from(last, 'latin1') : null,
  };
}

/** The `sed` script that deletes all entries up to a name. */
function skipTo(name: Buffer): Buffer {
  const escaped = name
    .toString('latin1')
    .replace(/[\\.*[\]^$/]/g, '\\$&')
    .replaceAll('\n', '\\n');
  return Buffer.from(`0,/^${escaped}\\/~$/d`, 'latin1');
}

async function recordsIn(output: string): Promise<readonly string[]> {
  try {
    const bytes = await unpacked(Buffer.from(output, 'base64'), { maxOutputLength: MOST_BYTES });
    return bytes.toString('latin1').split('\0').slice(0, -1);
  } catch (cause) {
    throw damaged(cause);
  }
}

function damaged(cause?: unknown): AppError {
  return new AppError('bad_gateway', 'The sandbox returned a list that cannot be read. Request fewer entries.', {
    cause,
  });
}

const types: Readonly<Record<string, Entry['type']>> = { f: 'file', d: 'directory', l: 'symlink' };

/** A link in a circle, to nothing, or to what cannot be read. */
const NOWHERE = new Set(['N', 'L', '?', 'U']);

/** Programs can set any time. */
export function timeOf(seconds: number): string {
  return new Date(Math.min(Math.max(0, seconds * 1000) || 0, LATEST)).toISOString();
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

const Size = z.coerce.number().min(0);

/** The sandbox is not trusted. @throws AppError `bad_gateway` for anything but an entry */
function entryOf(fields: readonly string[], path: SandboxPath): Entry {
  const [, type = '', followed = '', size, mode = '', time, ...target] = fields;
  const isLink = type === 'l';
  const { data: bytes } = Size.safeParse(size);
  if (bytes === undefined || !/^[0-7]{1,4}$/.test(mode)) throw damaged();
  return {
    name: path.name.toString('utf8') || '/',
    path: path.text,
    path_base64: path.isText ? null : path.bytes.toString('base64url'),
    type: types[type] ?? 'other',
    size: bytes,
    mode: mode.padStart(4, '0'),
    modified_at: timeOf(Number(time)),
    target: isLink ? Buffer.from(target.join('/'), 'latin1').toString('utf8') : null,
    target_type: isLink && !NOWHERE.has(followed) ? (types[followed] ?? 'other') : null,
  };
}
