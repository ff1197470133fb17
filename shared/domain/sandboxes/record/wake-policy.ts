import type * as z from 'zod';
import type { PortName, WakePolicy } from '../../../contract/shapes/enums.ts';
import type { Sandbox } from './sandbox.ts';

type Name = z.infer<typeof PortName>;

/** Which requests at a port of the spec resume the sandbox: by default, those with a key at the agent and editor. */
export function wakePolicyOf({ wake }: Pick<Sandbox, 'wake'>, name: Name): WakePolicy {
  return wake[name] ?? (name === 'AGENT_SERVER' || name === 'VSCODE' ? 'key' : 'never');
}

/** The policies of all ports of the spec. */
export function wakePoliciesOf(sandbox: Pick<Sandbox, 'wake' | 'ports'>): Partial<Record<Name, WakePolicy>> {
  return Object.fromEntries(sandbox.ports.map(({ name }) => [name, wakePolicyOf(sandbox, name)]));
}
