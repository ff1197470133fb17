import { AppError } from '../../../platform/errors.ts';
import type { IngressKey, IngressKeys } from '../ingress/ingress-keys.ts';
import { writeName } from '../ingress/name.ts';
import type { OpenedPort } from '../record/opened-port.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { admittedPort, OPEN_PATH, writeAdmission } from './admission.ts';

/** The URL of an opened port. It does not change while the port is open. */
export type PortUrl = (sandbox: Pick<Sandbox, 'address_id'>, port: Pick<OpenedPort, 'port' | 'slot'>) => string;

/**
 * A URL that lets a browser in to an opened port, and then shows a page of it.
 *
 * @param endsAt in seconds since 1970
 */
type PortLink = (sandbox: Sandbox, port: OpenedPort, path: string, endsAt: number) => string;

/** The addresses of opened ports. */
export interface PortAddresses {
  /** @returns undefined in a deployment in which ports cannot have an address of their own */
  urls(): Promise<PortUrl | undefined>;
  /** @returns undefined in such a deployment */
  links(): Promise<PortLink | undefined>;
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
    return this.#hasHosts() ? this.#urlsWith(await this.#keys.forNames()) : undefined;
  }

  async links(): Promise<PortLink | undefined> {
    if (!this.#hasHosts()) return undefined;
    const nameKey = await this.#keys.forNames();
    const urlOf = this.#urlsWith(nameKey);
    return (sandbox, port, path, endsAt) => {
      const token = writeAdmission(admittedPort(sandbox, port.slot), endsAt, nameKey.key, path);
      return `${urlOf(sandbox, port)}${OPEN_PATH}?${new URLSearchParams({ token, path })}`;
    };
  }

  #hasHosts(): boolean {
    return this.#template.includes('//{label}.');
  }

  #urlsWith({ number: keyNumber, key }: IngressKey): PortUrl {
    return ({ address_id: addressId }, { port, slot }) =>
      this.#template.replace('{label}', writeName({ keyNumber, addressId, port, slot }, key));
  }
}

/** For deployments whose addresses last no longer than a task: direct, and behind a router, which reads labels only. */
export const noPortAddresses: PortAddresses = {
  urls: async () => undefined,
  links: async () => undefined,
  lack: "this deployment's sandboxes are not behind CloudFront. Its operator can set ingress to cloudfront.",
};

/** The refusal of such a deployment. */
export function noAddresses({ lack }: Pick<PortAddresses, 'lack'>): AppError {
  return new AppError('conflict', `Opened ports need a host name of their own, but ${lack}`);
}
