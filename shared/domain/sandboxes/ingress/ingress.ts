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

/** The URLs of the ports that are bound to ports of a shared host; undefined for a task with an address of its own. */
export function boundUrls(
  sandbox: Pick<Sandbox, 'ports' | 'working_dir'>,
  { bindings }: Pick<AddressedTask, 'bindings'>,
  scheme: string,
): readonly ExposedUrl[] | undefined {
  if (bindings.length === 0) return undefined;
  return sandbox.ports.flatMap(({ name, port }) => {
    const binding = bindings.find(({ containerPort }) => containerPort === port);
    if (!binding) return [];
    const { bindIp, hostPort } = binding;
    return [exposedUrl(sandbox, { name, port: hostPort }, `${scheme}//${bindIp}:${hostPort}`)];
  });
}

/** The stored URL of VS Code has no token: only the owner gets it, with the session key. */
export function exposedUrl(
  { working_dir: folder }: Pick<Sandbox, 'working_dir'>,
  { name, port }: Pick<ExposedUrl, 'name' | 'port'>,
  base: string,
): ExposedUrl {
  const query = name === 'VSCODE' ? `/?folder=${encodeURIComponent(folder)}` : '';
  return { name, port, url: `${base}${query}` };
}
