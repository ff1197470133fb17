import { expect, it } from 'vitest';
import { chooseSize } from '../../../../../shared/domain/sandboxes/specs/choose-size.ts';
import { resourcesOf } from '../../../../../shared/domain/sandboxes/view/resources.ts';
import { aSpec, noon } from '../../../../support/sandboxes/sandbox-data.ts';

const sizes = [
  { cpu_units: 256, memory_megabytes: 512 },
  { cpu_units: 512, memory_megabytes: 2048 },
  { cpu_units: 2048, memory_megabytes: 8192 },
];
const spec = aSpec({ sizes, size: { cpu_units: 256, memory_megabytes: 512, architecture: 'X86_64' } });

it.each([
  [
    { cpu: 0.3, memory_gb: 1.3 },
    { cpu: 0.5, memory_gb: 2 },
  ],
  [
    { cpu: 0.33, memory_gb: 2 },
    { cpu: 0.5, memory_gb: 2 },
  ],
  [
    { cpu: 1.1, memory_gb: 0.7 },
    { cpu: 2, memory_gb: 8 },
  ],
])('a size of %o is shown as it was requested, beside the larger one that it became', (requested, size) => {
  expect(resourcesOf(chooseSize(requested, spec, new Date(noon)))).toMatchObject({ ...size, requested });
});
