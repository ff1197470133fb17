import type { EndpointId } from '../../../shared/contract/index.ts';
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

const longWait = 'It waits for seconds or minutes, and pays for its memory meanwhile.';

const paced = 'It has to look at a large fleet within its minute.';

/** What a tape does not show decides the memory of these. */
export const decidedOtherwise: ReadonlyMap<string, string> = new Map<EndpointId | WorkerId, string>([
  ['boot-sandbox', longWait],
  ['deliver-messages', longWait],
  ['get-sandbox', longWait],
  ['run-start-task', longWait],
  ['stop-sandbox', longWait],
  ['stream-start-app-conversation', longWait],
  ['sweep-sandboxes', paced],
  ['sweep-segment', paced],
  ['wake-sandbox', longWait],
]);
