import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

export class SlowestTests implements Reporter {
  readonly #count: number;

  constructor(count = 20) {
    this.#count = count;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        milliseconds: test.diagnostic()?.duration ?? 0,
        name: `${relative(process.cwd(), module.moduleId)} > ${test.fullName}`,
      })),
    );
    const slowest = tests.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, this.#count);
    if (tests.length <= this.#count) return;
    const lines = slowest.map(({ milliseconds, name }) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
    console.log([`\nThe slowest ${slowest.length} tests:`, ...lines].join('\n'));
  }
}
