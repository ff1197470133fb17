import { AppError } from '../../../platform/errors.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { apiStatus, statusDetail } from '../record/status.ts';
import type { SandboxKeys } from './keys.ts';

/** The running agent server of a sandbox. */
export interface SandboxAgent {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly sessionKey: string;
}

/** @throws AppError `conflict` unless the sandbox is running; as `requireUsable` */
export async function sandboxAgent(sandbox: Sandbox, keys: Pick<SandboxKeys, 'sessionKey'>): Promise<SandboxAgent> {
  const running = requireRunning(sandbox);
  const url = running.agent_url;
  if (!url) {
    const message = `Sandbox ${running.sandbox_id} is running but cannot be reached yet. Try again.`;
    throw new AppError('unavailable', message, { extensions: { retry_after_seconds: 2 } });
  }
  return { sandbox: running, url, sessionKey: await keys.sessionKey(running) };
}

function requireRunning(sandbox: Sandbox): Sandbox {
  const usable = requireUsable(sandbox);
  if (apiStatus(usable) === 'RUNNING') return usable;
  const message = `Sandbox ${usable.sandbox_id} is still STARTING. Wait until it is RUNNING, then try again.`;
  throw new AppError('conflict', message, { extensions: { retry_after_seconds: 3 } });
}

/** Requires a sandbox that is running or starting. @throws AppError `conflict`, `gone` or `unavailable` */
export function requireUsable(sandbox: Sandbox): Sandbox {
  const { sandbox_id: id } = sandbox;
  const resume = `POST /api/v1/sandboxes/${id}/resume`;
  const detail = statusDetail(sandbox);
  switch (apiStatus(sandbox)) {
    case 'RUNNING':
    case 'STARTING':
      return sandbox;
    case 'PAUSED':
      throw new AppError('conflict', `Sandbox ${id} is PAUSED. Resume it with ${resume}, then try again.`);
    case 'MISSING':
      throw new AppError('gone', `Sandbox ${id} is MISSING. ${detail ?? 'Its workspace is gone.'}`);
    case 'ERROR':
      throw new AppError('unavailable', `Sandbox ${id} is in ERROR. ${detail ?? `Resume it with ${resume}.`}`);
  }
}
