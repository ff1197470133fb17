import { isIPv4 } from 'node:net';
import type { ExposedUrl, Sandbox } from '../record/sandbox.ts';
import type { AddressedTask } from '../record/task.ts';
import { boundUrls, exposedUrl, type Ingress, type RenewedUrls } from './ingress.ts';
import type { IngressKey, IngressKeys } from './ingress-keys.ts';
import { type Label, labelIn, writeLabel } from './label.ts';
import type { PublicAddresses } from './public-addresses.ts';

interface EdgeIngressOptions {
  readonly addresses: PublicAddresses;
  readonly keys: IngressKeys;
  /** The URL of a port, with `{label}` in it: `https://{label}.sandboxes.example.com`, or with the label as a path. */
  readonly addressTemplate: string;
}

/** Seconds by which a label outlives the deadline of its sandbox, as the sweep stops a sandbox slightly after it. */
const AFTER_DEADLINE = 15 * 60;

/**
 * TLS and WebSockets through an edge that finds the task from a signed label, without a lookup: a CloudFront
 * distribution, or a router that reads the same labels.
 */
export class EdgeIngress implements Ingress {
  readonly #options: EdgeIngressOptions;

  constructor(options: EdgeIngressOptions) {
    this.#options = options;
  }

  async exposedUrls(sandbox: Sandbox, task: AddressedTask): Promise<readonly ExposedUrl[] | undefined> {
    const { addresses, keys, addressTemplate } = this.#options;
    // An edge on a shared host can have a port for each task, whose URLs then need no label.
    const bound = boundUrls(sandbox, task, new URL(addressTemplate.replace('{label}', 'a')).protocol);
    if (bound) return bound;
    const address = await addresses.of(task);
    if (address === undefined) return undefined;
    const key = await keys.current();
    return this.#urls(sandbox, address, key);
  }

  async renewal(): Promise<RenewedUrls> {
    const key = await this.#options.keys.current();
    return (sandbox) => {
      const urls = sandbox.exposed_urls ?? [];
      const address = urls.map(addressIn).find((found) => found !== undefined);
      return address === undefined ? urls : this.#urls(sandbox, address, key);
    };
  }

  /** Only the agent server works on a host that all sandboxes share. Other ports need a host of their own. */
  #urls(sandbox: Sandbox, address: string, key: IngressKey): readonly ExposedUrl[] {
    const hasHosts = this.#options.addressTemplate.includes('//{label}.');
    return sandbox.ports
      .filter(({ name }) => hasHosts || name === 'AGENT_SERVER')
      .map((port) => this.#url(sandbox, { ...port, address }, key));
  }

  #url(sandbox: Sandbox, { name, address, port }: Target, { number, key }: IngressKey): ExposedUrl {
    const label: Label = {
      keyNumber: number,
      name,
      address,
      port,
      generation: sandbox.generation,
      endsAt: Math.floor(Date.parse(sandbox.deadline_at) / 1000) + AFTER_DEADLINE,
    };
    const base = this.#options.addressTemplate.replace('{label}', writeLabel(label, key));
    return exposedUrl(sandbox, { name, port }, base);
  }
}

type Target = Pick<Label, 'name' | 'address' | 'port'>;

/** The address of the task of a URL: from its label, or from its host if the ingress was direct. */
function addressIn({ url }: ExposedUrl): string | undefined {
  const label = labelIn(url);
  if (label) return label.address;
  const { hostname } = new URL(url);
  // A port of the local machine names no task, so the URL keeps leading to its task without an edge.
  return isIPv4(hostname) && !hostname.startsWith('127.') ? hostname : undefined;
}
