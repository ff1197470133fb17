import type { WorkerId } from '../../../shared/contract/workers.ts';

/** Workers for whose end a person waits: who starts, pauses or talks. The others work behind everyone's back. */
export const awaitedWorkers: readonly string[] = [
  'authorize',
  'boot-sandbox',
  'deliver-messages',
  'dispatch-start-tasks',
  'reconcile-sandbox',
  'run-start-task',
  'stop-sandbox',
  'wake-sandbox',
] satisfies readonly WorkerId[];
