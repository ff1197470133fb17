import { describe } from 'vitest';
import { launchPaceSuite } from '../../../../support/sandboxes/launch-pace.suite.ts';
import { MemoryLaunchPace } from '../../../../support/sandboxes/memory-launch-pace.ts';

describe('the pace in memory', () => {
  const paces = new Map<number, MemoryLaunchPace>();
  launchPaceSuite((perSecond) => {
    const pace = paces.get(perSecond) ?? new MemoryLaunchPace(perSecond);
    paces.set(perSecond, pace);
    return pace;
  });
});
