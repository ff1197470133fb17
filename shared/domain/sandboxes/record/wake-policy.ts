import type * as z from 'zod';
import type { PortName, WakePolicy } from '../../../contract/shapes/enums.ts';
import { badField } from '../../../platform/errors.ts';
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

/**
 * The policies after a request that names some; other ports keep theirs.
 *
 * @throws AppError `validation_failed` for a port that its spec does not have
 */
export function wakePoliciesWith(
  { ports, wake }: Pick<Sandbox, 'ports' | 'wake'>,
  policies: Partial<Record<Name, WakePolicy>> = {},
): Sandbox['wake'] {
  const names = ports.map(({ name }) => name);
  const unknown = Object.keys(policies).find((given) => !names.some((name) => name === given));
  if (unknown !== undefined)
    throw badField(['wake', unknown], `The spec of this sandbox has no such port. Its ports are: ${names.join(', ')}.`);
  return { ...wake, ...policies };
}
