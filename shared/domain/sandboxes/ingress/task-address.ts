import { isIPv4 } from 'node:net';
import type { Sandbox } from '../record/sandbox.ts';
import { labelIn } from './label.ts';
import { nameIn } from './name.ts';

type Addressed = Pick<Sandbox, 'exposed_urls' | 'agent_url' | 'public_address'>;

/** The public address of a running sandbox's task, from its row; undefined for URLs that name no task. */
export function taskAddressOf(sandbox: Addressed): string | undefined {
  if (sandbox.public_address !== null) return sandbox.public_address;
  return urlsOf(sandbox)
    .map(addressIn)
    .find((found) => found !== undefined);
}

/** Whether clients reach it by URLs with a label or name, and not by a port or address of its own. */
export function isAtEdge({ exposed_urls: urls }: Pick<Sandbox, 'exposed_urls'>): boolean {
  return (urls ?? []).some(({ url }) => labelIn(url) !== undefined || nameIn(url) !== undefined);
}

/** Whether clients reach it by ports of a shared host, which need no label or name. */
export function isBound(sandbox: Pick<Sandbox, 'exposed_urls'>): boolean {
  const urls = sandbox.exposed_urls ?? [];
  return urls.length > 0 && !isAtEdge(sandbox) && urls.every(({ url }) => addressIn(url) === undefined);
}

function urlsOf({ exposed_urls: exposed, agent_url: agent }: Addressed): readonly string[] {
  return [...(agent === null ? [] : [agent]), ...(exposed ?? []).map(({ url }) => url)];
}

/** From the label of a URL, or from its host if the ingress was direct. */
function addressIn(url: string): string | undefined {
  const label = labelIn(url);
  if (label) return label.address;
  const { hostname } = new URL(url);
  // A port of the local machine names no task, so the URL keeps leading to its task without an edge.
  return isIPv4(hostname) && !hostname.startsWith('127.') ? hostname : undefined;
}
