import { describe } from 'vitest';
import { MemorySweepProgress } from '../../../support/maintenance/memory-sweep-progress.ts';
import { sweepProgressSuite } from '../../../support/maintenance/sweep-progress.suite.ts';

describe('the progress of sweeps in memory', () => sweepProgressSuite(() => new MemorySweepProgress()));
