import type { ExposedUrl } from '../record/access-fields.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { AddressedTask } from '../record/task.ts';
import { edgeEndOf } from './edge-entry.ts';
import {
  type Addresses,
  boundUrls,
  exposedUrl,
  type Ingress,
  type RenewedAddresses,
  recordedAddresses,
  sharedUrls,
} from './ingress.ts';
import type { IngressKey, IngressKeys } from './ingress-keys.ts';
import { writeLabel } from './label.ts';
import { slotOf, writeName } from './name.ts';
import type { PublicAddresses } from './public-addresses.ts';
import { isBound, taskAddressOf } from './task-address.ts';

interface EdgeIngressOptions {
  readonly addresses: PublicAddresses;
  readonly keys: IngressKeys;
  /** The URL of a port, with `{label}` in it: `https://{label}.sandboxes.example.com`, or with the label as a path. */
  readonly addressTemplate: string;
  /** Whether the edge reads names, which last as long as their sandbox. A router reads labels only. */
  readonly lasting: boolean;
}

/** The keys of one read of the master secret. `names` is undefined where the edge reads none. */
interface Signing {
  readonly labels: IngressKey;
  readonly names: IngressKey | undefined;
}

type Port = Sandbox['ports'][number];

/**
 * TLS and WebSockets through an edge. Clients use lasting names, whose task the edge looks up. The service itself uses
 * signed labels, from which the edge finds the task without a lookup; so do clients behind a router.
 */
export class EdgeIngress implements Ingress {
  readonly #options: EdgeIngressOptions;

  constructor(options: EdgeIngressOptions) {
    this.#options = options;
  }

  async addresses(sandbox: Sandbox, task: AddressedTask): Promise<Addresses | undefined> {
    const { addresses, addressTemplate, lasting } = this.#options;
    // An edge on a shared host can have a port for each sandbox, whose URLs then need no label or name.
    const bound = boundUrls(sandbox, task, new URL(addressTemplate.replace('{label}', 'a')).protocol);
    if (bound && !lasting) return sharedUrls(bound);
    const address = await addresses.of(task);
    return address === undefined ? undefined : this.#addresses(sandbox, address, bound, await this.#signing());
  }

  async renewal(): Promise<RenewedAddresses> {
    const signing = await this.#signing();
    return (sandbox) => {
      const address = taskAddressOf(sandbox);
      if (address === undefined) return recordedAddresses(sandbox);
      return this.#addresses(sandbox, address, isBound(sandbox) ? (sandbox.exposed_urls ?? []) : undefined, signing);
    };
  }

  async #signing(): Promise<Signing> {
    const { keys, lasting } = this.#options;
    const [labels, names] = await Promise.all([keys.current(), lasting ? keys.forNames() : undefined]);
    return { labels, names };
  }

  #addresses(
    sandbox: Sandbox,
    address: string,
    bound: readonly ExposedUrl[] | undefined,
    { labels, names }: Signing,
  ): Addresses {
    const byLabel = (port: Port) => this.#url(sandbox, port, this.#label(sandbox, port, address, labels));
    const agent = sandbox.ports.find(({ name }) => name === 'AGENT_SERVER');
    const agentUrl = agent ? byLabel(agent).url : null;
    const ports = this.#exposed(sandbox);
    if (!names) return { agentUrl, exposedUrls: bound ?? ports.map(byLabel), publicAddress: null };
    const byName = (port: Port) => this.#url(sandbox, port, nameOf(sandbox, port, names));
    return { agentUrl, exposedUrls: bound ?? ports.map(byName), publicAddress: address };
  }

  /** Only the agent server works on a host that all sandboxes share. Other ports need a host of their own. */
  #exposed({ ports }: Sandbox): readonly Port[] {
    const hasHosts = this.#options.addressTemplate.includes('//{label}.');
    return ports.filter(({ name }) => hasHosts || name === 'AGENT_SERVER');
  }

  #label(sandbox: Sandbox, { name, port }: Port, address: string, { number, key }: IngressKey): string {
    const endsAt = edgeEndOf(sandbox);
    return writeLabel({ keyNumber: number, name, address, port, generation: sandbox.generation, endsAt }, key);
  }

  #url(sandbox: Sandbox, port: Port, label: string): ExposedUrl {
    return exposedUrl(sandbox, port, this.#options.addressTemplate.replace('{label}', label));
  }
}

function nameOf({ address_id: addressId }: Sandbox, { name, port }: Port, { number, key }: IngressKey): string {
  return writeName({ keyNumber: number, addressId, port, slot: slotOf(name) }, key);
}
