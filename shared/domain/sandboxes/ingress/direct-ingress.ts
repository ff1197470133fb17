import type { ExposedUrl, Sandbox } from '../record/sandbox.ts';
import type { AddressedTask } from '../record/task.ts';
import { boundUrls, exposedUrl, type Ingress, type RenewedUrls } from './ingress.ts';
import { labelIn } from './label.ts';
import type { PublicAddresses } from './public-addresses.ts';

/** For development: plain HTTP to the task's public address, or to ECS's port bindings on shared hosts. */
export class DirectIngress implements Ingress {
  readonly #addresses: PublicAddresses;

  constructor(addresses: PublicAddresses) {
    this.#addresses = addresses;
  }

  async exposedUrls(sandbox: Sandbox, task: AddressedTask): Promise<readonly ExposedUrl[] | undefined> {
    const bound = boundUrls(sandbox, task, 'http:');
    if (bound) return bound;
    const address = await this.#addresses.of(task);
    if (address === undefined) return undefined;
    return sandbox.ports.map((port) => exposedUrl(sandbox, port, `http://${address}:${port.port}`));
  }

  /** A sandbox that started behind an edge becomes reachable at its task's address. */
  async renewal(): Promise<RenewedUrls> {
    return (sandbox) => {
      const urls = sandbox.exposed_urls ?? [];
      const label = urls.map(({ url }) => labelIn(url)).find((found) => found !== undefined);
      if (!label) return urls;
      return sandbox.ports.map((port) => exposedUrl(sandbox, port, `http://${label.address}:${port.port}`));
    };
  }
}
