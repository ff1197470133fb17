import type { Sandbox } from '../record/sandbox.ts';
import type { AddressedTask } from '../record/task.ts';
import {
  type Addresses,
  boundUrls,
  exposedUrl,
  type Ingress,
  type RenewedAddresses,
  recordedAddresses,
  sharedUrls,
} from './ingress.ts';
import type { PublicAddresses } from './public-addresses.ts';
import { isAtEdge, taskAddressOf } from './task-address.ts';

/** For development: plain HTTP to the task's public address, or to ECS's port bindings on shared hosts. */
export class DirectIngress implements Ingress {
  readonly #addresses: PublicAddresses;

  constructor(addresses: PublicAddresses) {
    this.#addresses = addresses;
  }

  async addresses(sandbox: Sandbox, task: AddressedTask): Promise<Addresses | undefined> {
    const bound = boundUrls(sandbox, task, 'http:');
    if (bound) return sharedUrls(bound);
    const address = await this.#addresses.of(task);
    return address === undefined ? undefined : directUrls(sandbox, address);
  }

  /** A sandbox that started behind an edge becomes reachable at its task's address. */
  async renewal(): Promise<RenewedAddresses> {
    return (sandbox) => {
      const address = isAtEdge(sandbox) ? taskAddressOf(sandbox) : undefined;
      return address === undefined ? recordedAddresses(sandbox) : directUrls(sandbox, address);
    };
  }
}

function directUrls(sandbox: Sandbox, address: string): Addresses {
  return sharedUrls(sandbox.ports.map((port) => exposedUrl(sandbox, port, `http://${address}:${port.port}`)));
}
