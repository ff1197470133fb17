import type { IngressKeys } from '../ingress/ingress-keys.ts';
import { writeName } from '../ingress/name.ts';
import type { OpenedPort } from '../record/opened-port.ts';
import type { Sandbox } from '../record/sandbox.ts';

/** The URL of an opened port. It does not change while the port is open. */
export type PortUrl = (sandbox: Pick<Sandbox, 'address_id'>, port: Pick<OpenedPort, 'port' | 'slot'>) => string;

/** The addresses of opened ports. */
export interface PortAddresses {
  /** @returns undefined in a deployment in which ports cannot have an address of their own */
  urls(): Promise<PortUrl | undefined>;
  /** What such a deployment lacks, and who can change it. */
  readonly lack: string;
}

/** A host for each port, below the domain of sandboxes. */
export class EdgePortAddresses implements PortAddresses {
  readonly lack = 'this deployment has no domain for sandboxes. Its operator can set sandboxDomain.';
  readonly #keys: Pick<IngressKeys, 'forNames'>;
  readonly #template: string;

  /** @param template the URL of a port, with `{label}` in its place */
  constructor(keys: Pick<IngressKeys, 'forNames'>, template: string) {
    this.#keys = keys;
    this.#template = template;
  }

  async urls(): Promise<PortUrl | undefined> {
    if (!this.#template.includes('//{label}.')) return undefined;
    const { number, key } = await this.#keys.forNames();
    return ({ address_id: addressId }, { port, slot }) =>
      this.#template.replace('{label}', writeName({ keyNumber: number, addressId, port, slot }, key));
  }
}

/** For deployments whose addresses last no longer than a task: direct, and behind a router, which reads labels only. */
export const noPortAddresses: PortAddresses = {
  urls: async () => undefined,
  lack: "this deployment's sandboxes are not behind CloudFront. Its operator can set ingress to cloudfront.",
};
