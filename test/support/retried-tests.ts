import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed only when they were tried again, with what failed first: each is a defect. */
export class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .flatMap((test) => [
          `  ${relative(process.cwd(), module.moduleId)} > ${test.fullName}`,
          ...(test.result().errors ?? []).map(({ stack, message }) => (stack ?? message).replaceAll(/^/gm, '    ')),
        ]),
    );
    if (lines.length > 0) console.log(['\nPassed only when tried again. Mend them:', ...lines].join('\n'));
  }
}
