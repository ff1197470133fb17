import { AppError } from '../errors.ts';
import { isBeyondResume } from './intents.ts';
import type { Sandbox } from './sandbox.ts';

/** @throws AppError `gone` when the workspace is: a sandbox never starts on an empty disk in silence. */
export function requireWorkspace(sandbox: Sandbox): void {
  if (!isBeyondResume(sandbox)) return;
  const { sandbox_id: id, phase, status_reason: reason, retention_days: days } = sandbox;
  const what =
    phase === 'EXPIRED'
      ? `nobody resumed it within ${days} ${days === 1 ? 'day' : 'days'}, so its workspace was deleted.`
      : (reason?.message ?? 'its workspace is lost.');
  throw new AppError('gone', `sandbox ${id} cannot start again: ${what} Start a new one and delete this one.`);
}
