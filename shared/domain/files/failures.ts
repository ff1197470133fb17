import { AppError } from '../../platform/errors.ts';

/** Exit codes of the scripts of this area. Those of transfers are in `transfer-failures.ts`. */
export const exits = {
  missing: 40,
  notDirectory: 41,
  directory: 42,
  exists: 43,
  changed: 44,
  diskFull: 46,
  link: 47,
  special: 50,
  protected: 51,
  notReadable: 60,
} as const;

/** What the sandbox reports about a path, each as the end of a sentence about it. */
const reports: Readonly<Record<number, string>> = {
  [exits.notDirectory]: 'is not a directory.',
  [exits.directory]: 'is a directory.',
  [exits.exists]: 'already exists.',
  [exits.diskFull]: 'does not fit: the disk of the sandbox is full. Delete files, then try again.',
  [exits.link]: 'is a broken or circular symbolic link.',
  [exits.special]: 'is not a regular file.',
  [exits.protected]: 'is the working directory or contains it, so it cannot be moved or deleted.',
  [exits.notReadable]: 'cannot be read by the user of the sandbox.',
};

/** Messages of the system, as programs print them in the C locale. */
const messages: readonly (readonly [RegExp, string | number])[] = [
  [/No space left on device|Disk quota exceeded/, exits.diskFull],
  [/Too many levels of symbolic links/, exits.link],
  [/Permission denied|Operation not permitted/, 'cannot be read or changed by the user of the sandbox.'],
  [/Read-only file system/, 'is on a file system that cannot be written.'],
  [/Device or resource busy/, 'is in use by the system of the sandbox.'],
  [/Directory not empty/, 'is a directory that is not empty.'],
  [/File name too long/, 'is too long for the file system.'],
  [/Not a directory/, 'leads through a file that is not a directory.'],
  [/to a subdirectory of itself/, 'cannot be moved into itself.'],
  [/are the same file/, 'is the same file.'],
  [/File exists/, exits.exists],
  [
    /unknown predicate|unrecognized option|invalid option|not found/,
    'needs GNU find, coreutils and tar in the sandbox.',
  ],
];

/** Why a script failed, as a sentence about the path. @param more the ends of sentences by further exit codes */
export function reasonOf(
  code: number,
  stderr: string,
  path: string,
  more: Readonly<Record<number, string>> = {},
): string {
  const subject = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  if (code === exits.missing) return `${subject} does not exist.`;
  const known = reports[code] ?? more[code] ?? messages.find(([pattern]) => pattern.test(stderr))?.[1];
  const words = typeof known === 'number' ? reports[known] : known;
  return words === undefined ? `The operation on ${subject} failed in the sandbox.` : `${subject} ${words}`;
}

/** The error for the exit code of a script. */
export function failed(code: number, stderr: string, path: string, more?: Readonly<Record<number, string>>): AppError {
  if (code === exits.missing) return new AppError('not_found', reasonOf(code, stderr, path));
  if (code === exits.changed)
    return new AppError('precondition_failed', `${path} has changed, or exists already. Read it and send its ETag.`);
  return new AppError('conflict', reasonOf(code, stderr, path, more));
}
