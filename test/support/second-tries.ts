import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that passed at their second try only, at the end where everybody looks: each is a race, in the test or in the product, that is to be mended. */
export class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `  ${module.moduleId} > ${test.fullName}`),
    );
    if (names.length > 0) console.log(['Passed at the second try only:', ...names].join('\n'));
  }
}
