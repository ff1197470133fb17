import { directModels } from '../../../../shared/domain/broker/upstream/agent-models.ts';
import type { StartDeps } from '../../../../shared/domain/conversations/start/create/start-order.ts';
import type { StartTaskDeps } from '../../../../shared/domain/conversations/start/saga/run-start-task.ts';
import type { StartSettings } from '../../../../shared/domain/settings/start-settings.ts';
import { MemoryVault } from '../../platform/memory-vault.ts';
import { MemoryEventStore } from '../events/memory-event-store.ts';
import { MemoryPendingMessages } from '../messages/memory-pending-messages.ts';
import { MemoryUploads } from '../uploads/memory-uploads.ts';

export const plainSettings: StartSettings = {
  llm: { model: 'provider/model', baseUrl: null, apiKey: null },
  secrets: new Map(),
  gitTokens: new Map(),
  mcpConfig: null,
};

/** For starts that get no token of a GitHub App. */
export const noApps = {
  appTokens: { forRepository: () => Promise.reject(new Error('there is no GitHub App')) },
  publicBaseUrl: 'https://api.example.com',
};

/** The services of a start except its sandbox. */
export function startServices(now: () => Date, settings: StartSettings = plainSettings) {
  return {
    settings: { forStart: async () => settings },
    agentModels: directModels,
    vault: new MemoryVault(),
    events: new MemoryEventStore(now),
    messages: new MemoryPendingMessages(now),
    uploads: new MemoryUploads(now),
    deliverMessages: async () => undefined,
    keepFirstMessage: async () => undefined,
    gitBases: {},
    ...noApps,
  } satisfies Partial<StartTaskDeps>;
}

/** For starts of conversations without messages. */
export const noRestarts: StartDeps['restartMessages'] = async () => ({ fields: {}, parts: [] });
