import { MemorySandboxStore } from '../../../../support/sandboxes/memory-sandbox-store.ts';
import { MemoryWarmTasks } from '../../../../support/sandboxes/memory-warm-tasks.ts';
import { warmTasksSuite } from '../../../../support/sandboxes/warm-tasks.suite.ts';

warmTasksSuite(async (now) => {
  const sandboxes = new MemorySandboxStore(now);
  const pool = new MemoryWarmTasks(sandboxes, now);
  return { sandboxes, warmTasks: pool, warmPool: pool };
});
