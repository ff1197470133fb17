import { afterAll, beforeAll } from 'vitest';

const LEVELS = ['info', 'warn', 'error'] as const;

/** Drops what the tests of a suite log. A spy would keep every line, and simulations log hundreds of thousands. */
export function quietConsole(): void {
  const real = LEVELS.map((level) => [level, console[level]] as const);
  beforeAll(() => {
    for (const level of LEVELS) console[level] = () => undefined;
  });
  afterAll(() => {
    for (const [level, write] of real) console[level] = write;
  });
}
