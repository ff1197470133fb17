import { AppError } from '../../../platform/errors.ts';
import { workspaceExpired } from '../../../presentation/sandbox-reasons.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isBeyondResume } from './intents.ts';

/** @throws AppError `gone` when its workspace is: a sandbox never starts on an empty disk in silence. */
export function requireWorkspace(sandbox: Sandbox): void {
  if (!isBeyondResume(sandbox)) return;
  const { message, remedy } = sandbox.status_reason ?? workspaceExpired(sandbox.retention_days);
  throw new AppError('gone', `sandbox ${sandbox.sandbox_id} cannot start again. ${message} ${remedy}`);
}
