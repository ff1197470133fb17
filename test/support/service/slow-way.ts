import { DerivedIngressKeys } from '../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { slotOf, writeName } from '../../../shared/domain/sandboxes/ingress/name.ts';
import { edgeProof } from '../../../shared/domain/sandboxes/waking/edge-proof.ts';
import { Admin } from './admin.ts';
import { anonymous } from './owners.ts';

/** Sends requests for the agent of a sandbox as the edge does when it has no entry for its name. */
export class SlowWay {
  readonly name: string;
  readonly #key: string;

  private constructor(name: string, key: string) {
    this.name = name;
    this.#key = key;
  }

  static async to(sandboxId: string, stateDirectory: string): Promise<SlowWay> {
    const admin = await Admin.of(stateDirectory);
    const { address_id: addressId, ports } = await admin.sandbox(sandboxId);
    const names = new DerivedIngressKeys({ secret: () => admin.masterSecret() }, () => new Date());
    const { number: keyNumber, key } = await names.forNames();
    const port = ports.find(({ name }) => name === 'AGENT_SERVER')?.port ?? 0;
    return new SlowWay(writeName({ keyNumber, addressId, port, slot: slotOf('AGENT_SERVER') }, key), key);
  }

  /** The same with a name that the service did not sign. */
  forged(): SlowWay {
    return new SlowWay(`${this.name.slice(0, -4)}aaaa`, this.#key);
  }

  knock(headers: Record<string, string> = {}, method = 'GET') {
    const viewer = '198.51.100.7';
    const proof = edgeProof({ text: this.name, viewer }, Math.floor(Date.now() / 1000), this.#key);
    return anonymous().send(method, '/edge', {
      redirect: 'manual',
      headers: {
        'X-Sandbox-Name': this.name,
        'X-Sandbox-Uri': '/server_info',
        'X-Sandbox-Viewer': viewer,
        'X-Sandbox-Proof': proof,
        ...headers,
      },
    });
  }
}
