import type { components } from '../../../shared/client/api-types.ts';
import { resourceWords } from '../../../shared/presentation/sandboxes.ts';
import type { Output } from '../output/output.ts';

export const sizeOption = {
  cpu: { type: 'number', requiresArg: true, describe: 'vCPUs of the sandbox (see: acs sandboxes sizes)' },
  memory: { type: 'number', requiresArg: true, describe: 'Memory of the sandbox in GB' },
  disk: { type: 'number', requiresArg: true, describe: 'Size of its workspace in GB; it cannot shrink' },
} as const;

export const snapshotOption = {
  snapshot: { type: 'string', requiresArg: true, describe: 'Begin with the files of this snapshot, in its spec' },
} as const;

interface SizeArguments {
  readonly cpu: number | undefined;
  readonly memory: number | undefined;
  readonly disk: number | undefined;
}

/** The size that the command line names; undefined if it names none. */
export function resourcesOf({
  cpu,
  memory,
  disk,
}: SizeArguments): components['schemas']['ResourcesRequest'] | undefined {
  if (cpu === undefined && memory === undefined && disk === undefined) return undefined;
  return {
    ...(cpu === undefined ? {} : { cpu }),
    ...(memory === undefined ? {} : { memory_gb: memory }),
    ...(disk === undefined ? {} : { disk_gb: disk }),
  };
}

/** Prints the size of a start if it is larger than the requested one, which is not offered. */
export function sayIfRounded(resources: components['schemas']['Resources'] | undefined, out: Output): void {
  if (resources?.requested) out.say(`Size: ${resourceWords(resources)}`);
}
