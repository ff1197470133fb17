import type { ExposedUrl, Sandbox } from '../record/sandbox.ts';
import type { AddressedTask } from '../record/task.ts';

/** Where clients, and this service, reach the ports of a sandbox. */
export interface Ingress {
  /** @returns undefined while the task has no address yet. */
  exposedUrls(sandbox: Sandbox, task: AddressedTask): Promise<readonly ExposedUrl[] | undefined>;
  /** What the URLs of running sandboxes should be by now, for one run over many: the ingress keys are read once. */
  renewal(): Promise<RenewedUrls>;
}

/**
 * The URLs that a running sandbox should have by now: those that it has, or others for the same ports after the keys or
 * the domain of the ingress have changed.
 */
export type RenewedUrls = (sandbox: Sandbox) => readonly ExposedUrl[];

/** VS Code's token is no part of the URL that is kept: its owner alone gets it, with the session key. */
export function exposedUrl(
  { working_dir: folder }: Pick<Sandbox, 'working_dir'>,
  { name, port }: Pick<ExposedUrl, 'name' | 'port'>,
  base: string,
): ExposedUrl {
  const query = name === 'VSCODE' ? `/?folder=${encodeURIComponent(folder)}` : '';
  return { name, port, url: `${base}${query}` };
}
