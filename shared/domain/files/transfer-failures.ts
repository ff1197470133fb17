import { type AppError, NotFoundError } from '../../platform/errors.ts';
import { exits, failed, reasonOf } from './failures.ts';

/** Exit codes of the scripts of transfers, besides those of every script of this area. */
export const transferExits = {
  ...exits,
  tooMany: 52,
  tooLarge: 53,
  tooManyEntries: 54,
  specialInside: 55,
  badArchive: 56,
  incomplete: 57,
  notOpen: 58,
  noTransfer: 59,
} as const;

const reports: Readonly<Record<number, string>> = {
  [transferExits.tooMany]: 'cannot be transferred now: this sandbox has too many open transfers. Delete some.',
  [transferExits.tooLarge]: 'is too large for a transfer.',
  [transferExits.tooManyEntries]: 'has too many files and directories for a transfer.',
  [transferExits.specialInside]: 'cannot be unpacked: the archive has a device, a pipe or a socket.',
  [transferExits.badArchive]:
    'cannot be unpacked: the archive is damaged, is no tar archive, or leads out of its folder.',
  [transferExits.incomplete]: 'is not complete: upload the missing parts first.',
};

/** Why a transfer failed, as a sentence about the path. */
export function transferReason(code: number, stderr: string, path: string): string {
  return reasonOf(code, stderr, path, reports);
}

/** The error for the exit code of a script of transfers. */
export function transferFailed(code: number, stderr: string, path: string): AppError {
  if (code === transferExits.noTransfer) return new NotFoundError('transfer', path);
  return failed(code, stderr, path, reports);
}
