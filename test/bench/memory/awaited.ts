import type { WorkerId } from '../../../shared/contract/workers.ts';

/** Workers for whose end a person waits: who starts, pauses or talks. The others work unseen. */
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

/** They wait for agents, for turns and for clocks, seconds or minutes long, and pay for their memory meanwhile. */
export const longWaits: readonly string[] = [
  'boot-sandbox',
  'deliver-messages',
  'run-start-task',
  'stop-sandbox',
  'stream-start-app-conversation',
  'wake-sandbox',
];
