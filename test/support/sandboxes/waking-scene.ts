import type { APIGatewayProxyResult } from 'aws-lambda';
import { type Deps, respond } from '../../../functions/sandboxes/answer-address.ts';
import type { AuditEntry } from '../../../shared/domain/accounts/audit/audit-item.ts';
import type { EdgeState } from '../../../shared/domain/sandboxes/edge/edge-state.ts';
import { slotOf, writeName } from '../../../shared/domain/sandboxes/ingress/name.ts';
import { verifiedName } from '../../../shared/domain/sandboxes/ingress/verify-name.ts';
import type { Sandbox } from '../../../shared/domain/sandboxes/record/sandbox.ts';
import { edgeProof } from '../../../shared/domain/sandboxes/waking/edge-proof.ts';
import { LabelUrls } from '../../../shared/domain/sandboxes/waking/label-urls.ts';
import { certain } from '../../../shared/platform/aws/transact.ts';
import { noMembers } from '../accounts/people/no-members.ts';
import { memoryBudgets } from '../billing/memory-usage.ts';
import { anEvent, type EventParts } from '../http/proxy-event.ts';
import { memoryPart } from '../platform/memory-parts.ts';
import { SettableClock } from '../platform/settable-clock.ts';
import { MemorySandboxStore } from './memory-sandbox-store.ts';
import { stageOf } from './sandbox-data.ts';

/** The client's address, as the edge says. */
export const VIEWER = '198.51.100.7';

export const nameKey = { number: 1, key: 'the key of names' };

/** The name of a port of the spec. */
export function nameOf(
  { address_id: addressId, ports }: Sandbox,
  name: Sandbox['ports'][number]['name'] = 'AGENT_SERVER',
) {
  const port = ports.find((one) => one.name === name)?.port ?? 0;
  return writeName({ keyNumber: nameKey.number, addressId, port, slot: slotOf(name) }, nameKey.key);
}

/** Everything around the function that answers lasting addresses, in memory. */
export class WakingScene {
  readonly clock = new SettableClock();
  readonly sandboxes = new MemorySandboxStore(this.clock.now);
  readonly audited: AuditEntry[] = [];
  readonly waited: number[] = [];
  /** What the edge's store says at each look; the last one stays. */
  edge: EdgeState[] = ['written'];
  sandboxLimit = 2;
  /** The seconds until the client's address can wake again. */
  fullFor: number | undefined;
  keys: Deps['keys'] = { find: async () => undefined };
  members: Deps['members'] = noMembers;

  async add(sandbox: Sandbox): Promise<Sandbox> {
    await this.sandboxes.save([{ previous: null, next: sandbox }]);
    return sandbox;
  }

  row({ owner_id, sandbox_id }: Sandbox): Sandbox | undefined {
    return [...this.sandboxes.rows.values()].find((row) => row.owner_id === owner_id && row.sandbox_id === sandbox_id);
  }

  deps(): Deps {
    const { sandboxes, clock } = this;
    const labels = new LabelUrls({ current: async () => nameKey }, 'https://{label}.sandboxes.example.com', clock.now);
    return {
      names: { verify: async (text) => verifiedName(text, [nameKey]), keyOf: async () => nameKey.key },
      addresses: {
        holderOf: async (id) => {
          const row = [...sandboxes.rows.values()].find(({ address_id }) => address_id === id);
          return row && { ownerId: row.owner_id, sandboxId: row.sandbox_id };
        },
      },
      sandboxes,
      edge: { of: async () => (this.edge.length > 1 ? this.edge.shift() : this.edge[0]) ?? 'expected' },
      labelUrl: (...args) => labels.of(...args),
      keys: this.keys,
      members: this.members,
      windows: { count: async () => this.fullFor },
      budgets: memoryBudgets(sandboxes, clock.now),
      stageLimits: stageOf(this.sandboxLimit),
      partOf: (entry) => memoryPart(certain({}), { holds: () => true, write: () => void this.audited.push(entry) }),
      now: clock.now,
      pause: async (milliseconds) => {
        this.waited.push(milliseconds);
        clock.advance(milliseconds / 1000);
      },
    };
  }

  /** A request that the edge could not forward. */
  async request(name: string, { method = 'GET', uri = '/server_info', ...parts }: Request = {}) {
    const endpoint = { id: 'answer-address', path: '/edge', method, access: 'open' } as never;
    const claim = { text: name, viewer: VIEWER };
    const headers = {
      'X-Sandbox-Name': name,
      'X-Sandbox-Uri': uri,
      'X-Sandbox-Viewer': VIEWER,
      'X-Sandbox-Proof': edgeProof(claim, Math.floor(this.clock.now().getTime() / 1000), nameKey.key),
      ...parts.headers,
    };
    const response = await respond(anEvent(endpoint, { ...parts, headers }), this.deps());
    return { ...response, body: response.body, problem: problemOf(response) };
  }
}

interface Request extends EventParts {
  readonly method?: string;
  readonly uri?: string;
}

function problemOf({ headers, body }: APIGatewayProxyResult) {
  return String(headers?.['Content-Type']).includes('json') ? JSON.parse(body) : undefined;
}
