import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentVersions } from '../../../shared/contract/shapes/agent-versions.ts';

/** Every package of the OpenHands agent server with its version and hashes. `npm run pin-agent-server` writes it. */
export const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

/** What builds the packages that exist as source alone, installed before them. */
export const BUILD_REQUIREMENTS = join(import.meta.dirname, 'build-requirements.txt');

/** Packages that exist as source alone. All others are installed from wheels, which run no code of their own. */
export const FROM_SOURCE = ['func-timeout'] as const;

/** The packages of the agent server itself, in the release that the service offers. */
export const PACKAGES = ['agent-server', 'sdk', 'tools', 'workspace'].map(
  (part) => `openhands-${part}==${agentVersions.offered}`,
);

/** Identifies what an installation has. It changes with every version and hash. */
export function pinsOf(files: readonly string[] = [BUILD_REQUIREMENTS, REQUIREMENTS]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** How many packages are installed. */
export function countPackages(file = REQUIREMENTS): number {
  return readFileSync(file, 'utf8').match(/^[a-z0-9][\w.-]*==/gim)?.length ?? 0;
}
