import { AppError } from '../../../platform/errors/errors.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus, statusDetail } from '../../sandboxes/record/status.ts';

/** @throws AppError `conflict` while it does not run, and as `requireUsable`. */
export function requireRunning(sandbox: Sandbox | undefined): Sandbox {
  const usable = requireUsable(sandbox);
  if (apiStatus(usable) === 'RUNNING') return usable;
  const message = `sandbox ${usable.sandbox_id} is still STARTING; wait until it is RUNNING and try again`;
  throw new AppError('conflict', message, { extensions: { retry_after_seconds: 3 } });
}

/** Accepts a sandbox that runs or soon will. @throws AppError `conflict`, `gone` or `unavailable`, with a remedy */
export function requireUsable(sandbox: Sandbox | undefined): Sandbox {
  if (!sandbox) throw new AppError('gone', 'the sandbox of this conversation is gone (MISSING)');
  const { sandbox_id: id } = sandbox;
  const resume = `POST /api/v1/sandboxes/${id}/resume`;
  const detail = statusDetail(sandbox);
  switch (apiStatus(sandbox)) {
    case 'RUNNING':
    case 'STARTING':
      return sandbox;
    case 'PAUSED':
      throw new AppError('conflict', `sandbox ${id} is PAUSED; resume it with ${resume}, then try again`);
    case 'MISSING':
      throw new AppError('gone', `sandbox ${id} is MISSING. ${detail ?? 'Its workspace is gone.'}`);
    case 'ERROR':
      throw new AppError('unavailable', `sandbox ${id} is in ERROR. ${detail ?? `Resume it with ${resume}.`}`);
  }
}
