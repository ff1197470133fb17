import type { ExposedUrl, Sandbox } from '../record/sandbox.ts';
import type { AddressedTask } from '../record/task.ts';

/** How clients and this service reach the ports of a sandbox. */
export interface Ingress {
  /** @returns undefined while the task has no address */
  exposedUrls(sandbox: Sandbox, task: AddressedTask): Promise<readonly ExposedUrl[] | undefined>;
  /** Returns a function for the current URLs of many sandboxes, which reads the ingress keys only once. */
  renewal(): Promise<RenewedUrls>;
}

/**
 * The current URLs of a running sandbox: unchanged, or new ones for the same ports after the ingress keys or domain
 * changed.
 */
export type RenewedUrls = (sandbox: Sandbox) => readonly ExposedUrl[];

/** The stored URL of VS Code has no token: only the owner gets it, with the session key. */
export function exposedUrl(
  { working_dir: folder }: Pick<Sandbox, 'working_dir'>,
  { name, port }: Pick<ExposedUrl, 'name' | 'port'>,
  base: string,
): ExposedUrl {
  const query = name === 'VSCODE' ? `/?folder=${encodeURIComponent(folder)}` : '';
  return { name, port, url: `${base}${query}` };
}
