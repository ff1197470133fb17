import { AppError } from '../errors.ts';
import { authenticateSandbox, type SandboxAuthentication } from '../sandboxes/authenticate-sandbox.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';

/**
 * The sandbox whose agent calls a webhook. Every refusal is the same one, so that nobody learns which sandboxes there are.
 *
 * @param pathSandboxId the sandbox that the path names, where it names one
 * @throws AppError `unauthenticated`
 */
export async function callingSandbox(
  sessionKey: string | null,
  pathSandboxId: string | undefined,
  deps: SandboxAuthentication,
): Promise<Sandbox> {
  const sandbox = await authenticateSandbox(sessionKey, deps);
  if (!sandbox || (pathSandboxId !== undefined && pathSandboxId !== sandbox.sandbox_id)) throw refused();
  return sandbox;
}

export function refused(): AppError {
  return new AppError('unauthenticated', 'send the session key of the running sandbox in X-Session-API-Key');
}
