import { rotateSessionKey } from '../../../../functions/sandboxes/rotate-session-key.ts';
import type { Caller } from '../../../../shared/contract/endpoint/caller.ts';
import { slotOf } from '../../../../shared/domain/sandboxes/ingress/name.ts';
import { closePort, openPort } from '../../../../shared/domain/sandboxes/ports/change-ports.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { answerAddress } from '../../../../shared/domain/sandboxes/waking/answer.ts';
import type { Visitor } from '../../../../shared/domain/sandboxes/waking/wake.ts';
import { certain } from '../../../../shared/platform/aws/transact.ts';
import { noMembers } from '../../accounts/people/no-members.ts';
import { aRequest } from '../../http/a-caller.ts';
import { memoryPart } from '../../platform/memory-parts.ts';
import { type Around, through } from './processes.ts';
import { type SandboxWorld, STAGE_LIMITS } from './sandbox-world.ts';

/** What clients do with the addresses of a sandbox. */
export const actionsAtEdge = ['visit', 'rotate-key', 'open-port', 'close-port'] as const;

export type ActionAtEdge = (typeof actionsAtEdge)[number];

export async function actAtEdge(
  world: SandboxWorld,
  kind: ActionAtEdge,
  { caller, sandbox, around }: { readonly caller: Caller; readonly sandbox: Sandbox; readonly around: Around },
): Promise<unknown> {
  const deps = {
    sandboxes: through(around, world.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']),
    edge: world.edgeEntries(around),
    now: world.clock.now,
  };
  const sandboxId = sandbox.sandbox_id;
  const addresses = { urls: async () => () => 'https://name.example', links: async () => undefined, lack: '' };
  switch (kind) {
    case 'visit':
      return visit(world, sandbox, caller, around);
    case 'rotate-key': {
      const params = { sandbox_id: sandboxId };
      return rotateSessionKey.run({ caller, request: aRequest, params, body: undefined, query: undefined }, deps);
    }
    case 'open-port': {
      const order = { port: 3000 + world.random.below(50), name: null, access: 'key', wake: 'never' } as const;
      return openPort({ caller, sandboxId }, order, async () => [], { ...deps, addresses });
    }
    case 'close-port': {
      const slot = sandbox.opened_ports[0]?.slot ?? 8;
      return closePort({ caller, sandboxId, slot }, { ...deps, addresses });
    }
  }
}

/** A request at an address for which the edge has no entry. It wakes the sandbox by the way of a resume. */
function visit(world: SandboxWorld, sandbox: Sandbox, caller: Caller, around: Around): Promise<unknown> {
  const visitors: readonly Visitor[] = [{ kind: 'caller', caller }, { kind: 'session-key' }, { kind: 'stranger' }];
  const visitor = visitors[world.random.below(visitors.length)] ?? { kind: 'stranger' };
  const { address_id: addressId, owner_id: ownerId, sandbox_id: sandboxId } = sandbox;
  const port = sandbox.ports.find(({ name }) => name === 'AGENT_SERVER')?.port ?? 0;
  const isSafe = world.random.below(2) === 0;
  const sandboxes = through(around, world.sandboxes, ['watched', 'watchedIn', 'stored', 'counts']);
  return answerAddress(
    { keyNumber: 1, addressId, port, slot: slotOf('AGENT_SERVER') },
    { isSafe, uri: '/', isPurposeful: true, identify: async () => visitor, countWake: async () => undefined },
    {
      addresses: { holderOf: () => around(async () => ({ ownerId, sandboxId })) },
      sandboxes: world.edge?.visited(sandboxes) ?? sandboxes,
      budgets: world.budgets(around),
      edge: world.edge?.states(around) ?? { of: async () => 'overflow' },
      labelUrl: async () => undefined,
      stageLimits: STAGE_LIMITS,
      members: noMembers,
      auditPart: () => memoryPart(certain({}), { holds: () => true, write: () => undefined }),
      now: world.clock.now,
      pause: world.processes.sleep,
    },
  );
}
