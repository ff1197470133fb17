import type { ExposedUrl } from '../record/access-fields.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { AddressedTask } from '../record/task.ts';

/** The URLs of a running sandbox. */
export interface Addresses {
  /** The URL by which this service calls the agent of this generation; null when the agent has no URL. */
  readonly agentUrl: string | null;
  /** The URLs for people and clients. They outlast pauses where the edge reads lasting addresses. */
  readonly exposedUrls: readonly ExposedUrl[];
  /** The task's address that the edge's entry must name; null where the URLs need no entry. */
  readonly publicAddress: string | null;
}

/** How clients and this service reach the ports of a sandbox. */
export interface Ingress {
  /** @returns undefined while the task has no address */
  addresses(sandbox: Sandbox, task: AddressedTask): Promise<Addresses | undefined>;
  /** Returns a function for the current URLs of many sandboxes, which reads the ingress keys only once. */
  renewal(): Promise<RenewedAddresses>;
}

/**
 * The current URLs of a running sandbox: unchanged, or new ones for the same ports after the ingress keys or domain
 * changed.
 */
export type RenewedAddresses = (sandbox: Sandbox) => Addresses;

/** URLs that clients and this service use alike, and that need no entry. */
export function sharedUrls(exposedUrls: readonly ExposedUrl[]): Addresses {
  return { agentUrl: urlOfAgent(exposedUrls) ?? null, exposedUrls, publicAddress: null };
}

/** The URLs as the row has them. */
export function recordedAddresses(sandbox: Sandbox): Addresses {
  const { agent_url: agentUrl, exposed_urls: exposedUrls, public_address: publicAddress } = sandbox;
  return { agentUrl, exposedUrls: exposedUrls ?? [], publicAddress };
}

function urlOfAgent(urls: readonly ExposedUrl[]): string | undefined {
  return urls.find(({ name }) => name === 'AGENT_SERVER')?.url;
}

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
