/** The memory in megabytes that Fargate offers with a number of CPU units. */
interface Offer {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

const offers: ReadonlyMap<number, Offer> = new Map([
  [512, { from: 1024, to: 4096, step: 1024 }],
  [1024, { from: 2048, to: 8192, step: 1024 }],
  [2048, { from: 4096, to: 16_384, step: 1024 }],
  [4096, { from: 8192, to: 30_720, step: 1024 }],
  [8192, { from: 16_384, to: 61_440, step: 4096 }],
  [16_384, { from: 32_768, to: 122_880, step: 8192 }],
]);

/** The only size with uneven steps. */
const smallest = { cpu: 256, memory: [512, 1024, 2048] };

interface SizeProblem {
  readonly field: 'cpu' | 'memoryMegabytes';
  /** What Fargate offers instead. */
  readonly offered: readonly number[];
  readonly message: string;
}

/** The problem with a task size, if any. */
export function sizeProblem(cpu: number, memoryMegabytes: number): SizeProblem | undefined {
  const offered = memoryWith(cpu);
  if (!offered) {
    const units = [smallest.cpu, ...offers.keys()];
    return {
      field: 'cpu',
      offered: units,
      message: `${cpu} CPU units are not offered by Fargate (${units.join(', ')})`,
    };
  }
  if (offered.includes(memoryMegabytes)) return undefined;
  const message = `${memoryMegabytes} is not offered by Fargate with ${cpu} CPU units (${offered.join(', ')})`;
  return { field: 'memoryMegabytes', offered, message };
}

/** A size of a task. */
export interface FargateSize {
  readonly cpu: number;
  readonly memoryMegabytes: number;
}

/** The sizes that Fargate offers between two others, smallest first: by CPU units, then by memory. */
export function sizesBetween(min: FargateSize, max: FargateSize): readonly FargateSize[] {
  const isWithin = (value: number, name: keyof FargateSize) => value >= min[name] && value <= max[name];
  return [smallest.cpu, ...offers.keys()]
    .filter((cpu) => isWithin(cpu, 'cpu'))
    .flatMap((cpu) => (memoryWith(cpu) ?? []).map((memoryMegabytes) => ({ cpu, memoryMegabytes })))
    .filter(({ memoryMegabytes }) => isWithin(memoryMegabytes, 'memoryMegabytes'));
}

function memoryWith(cpu: number): readonly number[] | undefined {
  if (cpu === smallest.cpu) return smallest.memory;
  const offer = offers.get(cpu);
  if (!offer) return undefined;
  const { from, to, step } = offer;
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
}
