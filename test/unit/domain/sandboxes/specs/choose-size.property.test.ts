import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FargateSize, sizeProblem, sizesBetween } from '../../../../../shared/contract/shapes/fargate-sizes.ts';
import type { ResourcesRequest } from '../../../../../shared/contract/shapes/resources.ts';
import { chooseSize } from '../../../../../shared/domain/sandboxes/specs/choose-size.ts';
import type { SandboxSpec } from '../../../../../shared/domain/sandboxes/specs/sandbox-specs.ts';
import type { AppError } from '../../../../../shared/platform/errors.ts';
import { aSpec, noon } from '../../../../support/sandboxes/sandbox-data.ts';

const now = new Date(noon);

/** Every size that Fargate offers. */
const all = sizesBetween({ cpu: 256, memoryMegabytes: 512 }, { cpu: 16_384, memoryMegabytes: 122_880 });
const anySize = fc.constantFrom(...all);

/** Bounds that a spec can have: two offered sizes, of which the second has no less of both. */
const bounds = fc
  .tuple(anySize, anySize)
  .filter(([min, max]) => min.cpu <= max.cpu && min.memoryMegabytes <= max.memoryMegabytes);

function specBetween(min: FargateSize, max: FargateSize): SandboxSpec {
  const units = ({ cpu, memoryMegabytes }: FargateSize) => ({ cpu_units: cpu, memory_megabytes: memoryMegabytes });
  const sizes = sizesBetween(min, max).map(units);
  return aSpec({ sizes, size: { ...units(min), architecture: 'X86_64' } });
}

/** Amounts between two numbers of 1024ths, seldom whole ones. */
const amount = (min: number, max: number) =>
  fc.double({ min: min / 1024, max: max / 1024, noNaN: true, noDefaultInfinity: true });

const asked = bounds.chain(([min, max]) =>
  fc.record({
    spec: fc.constant(specBetween(min, max)),
    request: fc.record(
      { cpu: amount(min.cpu, max.cpu), memory_gb: amount(min.memoryMegabytes, max.memoryMegabytes) },
      { requiredKeys: [] },
    ),
  }),
);

describe('the size for a request within the bounds of its spec', () => {
  it('is one that Fargate and the spec offer, with at least what was asked, and no smaller one has that', () => {
    fc.assert(
      fc.property(asked, ({ spec, request }) => {
        const { size } = chooseSize(request, spec, now);
        const { cpu_units: cpu, memory_megabytes: memory } = size;
        const wants = { cpu: request.cpu ?? spec.size.cpu_units / 1024, memory: request.memory_gb ?? 0 };
        const has = (other: { cpu_units: number; memory_megabytes: number }) =>
          other.cpu_units >= wants.cpu * 1024 && other.memory_megabytes >= wants.memory * 1024;

        expect(sizeProblem(cpu, memory)).toBeUndefined();
        expect(spec.sizes).toContainEqual(size);
        expect(has(size)).toBe(true);
        const smaller = spec.sizes.filter(
          (other) => has(other) && other.cpu_units <= cpu && other.memory_megabytes <= memory,
        );
        expect(smaller).toEqual([size]);
      }),
    );
  });

  it('names what was asked exactly if it is not what is used', () => {
    fc.assert(
      fc.property(asked, ({ spec, request }) => {
        const { size, requested_size: requested } = chooseSize(request, spec, now);
        const cpu = Math.ceil((request.cpu ?? spec.size.cpu_units / 1024) * 1024);
        const memory = Math.ceil((request.memory_gb ?? spec.size.memory_megabytes / 1024) * 1024);

        const isAsAsked = size.cpu_units === cpu && size.memory_megabytes === memory;
        expect(requested).toEqual(isAsAsked ? null : { cpu_units: cpu, memory_megabytes: memory });
      }),
    );
  });
});

describe('the size for a request', () => {
  const spec = aSpec();
  const problemOf = (request: ResourcesRequest, least?: number): unknown => {
    try {
      return chooseSize(request, spec, now, least === undefined ? {} : { leastGigabytes: least });
    } catch (error) {
      return (error as AppError).extensions.errors?.map(({ loc, msg }) => [loc.join('.'), msg]);
    }
  };

  it.each<[string, ResourcesRequest, object]>([
    ['that names nothing is that of the spec', {}, { cpu_units: 1024, memory_megabytes: 4096 }],
    ['with more vCPUs keeps the memory', { cpu: 2 }, { cpu_units: 2048, memory_megabytes: 4096 }],
    ['between two sizes is the larger one', { cpu: 1.2 }, { cpu_units: 2048, memory_megabytes: 4096 }],
    ['brings the least memory of its vCPUs', { cpu: 4 }, { cpu_units: 4096, memory_megabytes: 8192 }],
    ['brings the least vCPUs of its memory', { memory_gb: 12 }, { cpu_units: 2048, memory_megabytes: 12_288 }],
    ['may be smaller than that of the spec', { cpu: 0.5, memory_gb: 1 }, { cpu_units: 512, memory_megabytes: 1024 }],
  ])('%s', (_, request, size) => {
    expect(chooseSize(request, spec, now).size).toEqual(size);
  });

  it.each<[ResourcesRequest, string, string]>([
    [{ cpu: 4.1 }, 'cpu', "The sandbox spec 'reference' offers 0.5 to 4 vCPU, not 4.1."],
    [{ cpu: 0.25 }, 'cpu', "The sandbox spec 'reference' offers 0.5 to 4 vCPU, not 0.25."],
    [{ memory_gb: 17 }, 'memory_gb', "The sandbox spec 'reference' offers 1 to 16 GB, not 17."],
    [{ disk_gb: 101 }, 'disk_gb', "The sandbox spec 'reference' offers 10 to 100 GB, not 101."],
  ])('refuses %j and names the bounds', (request, field, msg) => {
    expect(problemOf(request)).toEqual([[`body.resources.${field}`, msg]]);
  });

  it('refuses a workspace smaller than the saved one, and keeps the saved size if it names none', () => {
    const msg = 'The workspace has 40 GB and cannot shrink. Send at least 40, or omit this field.';

    expect(problemOf({ disk_gb: 39 }, 40)).toEqual([['body.resources.disk_gb', msg]]);
    expect(problemOf({ disk_gb: 40 }, 40)).toMatchObject({ workspace_gigabytes: 40 });
    expect(problemOf({ cpu: 2 }, 40)).toMatchObject({ workspace_gigabytes: 40 });
  });

  it('has one choice where its spec has no bounds', () => {
    const fixed = aSpec({ sizes: [{ cpu_units: 1024, memory_megabytes: 4096 }] });

    expect(chooseSize({ cpu: 1, memory_gb: 4 }, fixed, now).requested_size).toBeNull();
    expect(() => chooseSize({ cpu: 2 }, fixed, now)).toThrow("The sandbox spec 'reference' offers only 1 vCPU, not 2.");
  });
});
