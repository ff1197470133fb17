import type { Settings } from '../../config.ts';
import type { Stacks } from './stacks.ts';

/** How sandboxes are reached, and their address with `{label}` in it where they have an edge. */
export type DeployedIngress =
  | { readonly kind: 'cloudfront' | 'router'; readonly address: string }
  | { readonly kind: 'direct' };

/** The stack of a distribution has its address as an output. A router has none, and the name that the settings give. */
export function deployedIngress({ stacks }: Stacks, { ingress, sandboxDomain }: Settings): DeployedIngress {
  const address = stacks.map(({ outputs }) => outputs.SandboxAddress).find((output) => output !== undefined);
  if (address !== undefined) return { kind: 'cloudfront', address };
  return ingress === 'router' ? { kind: 'router', address: `https://{label}.${sandboxDomain}` } : { kind: 'direct' };
}
