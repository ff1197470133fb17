import type { StartSettings } from '../../shared/settings/start-settings.ts';
import type { StartTaskDeps } from '../../shared/start-tasks/run-start-task.ts';
import { MemoryEventStore } from './memory-event-store.ts';
import { MemoryPendingMessages } from './memory-pending-messages.ts';
import { MemoryVault } from './memory-vault.ts';

/** The settings of somebody who set nothing. */
export const plainSettings: StartSettings = {
  llm: { model: 'provider/model', baseUrl: null, apiKey: null },
  secrets: new Map(),
  gitTokens: new Map(),
  mcpConfig: null,
};

/** What a start asks of everybody but its sandbox. */
export function startServices(now: () => Date, settings: StartSettings = plainSettings) {
  return {
    settings: { forStart: async () => settings },
    vault: new MemoryVault(),
    events: new MemoryEventStore(now),
    messages: new MemoryPendingMessages(now),
    deliverMessages: async () => undefined,
    gitBases: {},
  } satisfies Partial<StartTaskDeps>;
}
