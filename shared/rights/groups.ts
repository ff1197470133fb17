import type { Endpoint } from '../contract/endpoint/endpoint.ts';
import { rights, type Statement } from './statement.ts';

/** Rights that several functions share, by what they are for. */

export const nothing = rights();

/** Finds an earlier request with the same Idempotency-Key, and records this one. */
export const claimRequests = rights({ idempotency: ['GetItem', 'PutItem'] });

/** The same where the answer holds a secret. */
export const sealClaims = rights(claimRequests, { vaultKey: ['seal', 'open'] });

export const sealSecrets = rights({ vaultKey: ['seal'] });
export const openSecrets = rights({ vaultKey: ['open'] });
export const listSecrets = rights({ secrets: ['Query'] });

/** Links to the API follow the deployment, never the Host header of a caller. */
export const knowOwnAddress = rights({ variables: ['PUBLIC_BASE_URL'] });

/** Locally, addresses that owners give can be on the machine of the service. */
export const knowTargets = rights({ variables: ['WEBHOOK_LOOPBACK'] });

/** The deployment's own servers of git providers. */
export const knowGitBases = rights({ variables: ['GIT_BASES'] });

/** Publishing metrics needs no permission, only the name of this deployment. */
export const publishMetrics = rights({ variables: ['DEPLOYMENT'] });

/** The transaction that changes a key or an owner also writes the audit entry and the integrator event. */
export const keepJournal = rights({ audit: ['PutItem'], integratorEvents: ['PutItem'] });

export const makeKeys = rights({ apiKeys: ['GetItem', 'PutItem', 'ConditionCheckItem'] });
export const listKeys = rights({ apiKeys: ['created_at_index'] });

/** The default model. The variable names its key; only `readDeploymentKey` allows reading it. */
export const showModel = rights({ variables: ['LLM_MODEL', 'LLM_BASE_URL', 'LLM_API_KEY_SECRET_ARN'] });

/** The settings of an owner, the names of their secrets, and their MCP servers, which are sealed as a whole. */
export const readSettings = rights(showModel, listSecrets, openSecrets, { settings: ['GetItem'] });

/** The operator's key, for owners without one. */
const readDeploymentKey = rights({ modelSecret: ['read'] });

/** The settings that a conversation gets from its owner, or the operator's key. */
export const readStartSettings = rights(readSettings, readDeploymentKey);

/** A language model of the owner with its key, for an agent that runs. */
export const readProfileModel = rights(showModel, readDeploymentKey, openSecrets, { settings: ['GetItem'] });

export const changeSettings = rights({ settings: ['GetItem', 'PutItem'] });

/** Marks an integrator's endpoint as due and invokes the delivery worker. */
export const deliverToWebhooks = rights({ webhookEndpoints: ['UpdateItem'], workers: ['deliver-webhooks'] });

/** Queues a change for each endpoint that subscribed to it. */
export const queueWebhooks = rights(deliverToWebhooks, {
  webhookEndpoints: ['Query'],
  webhookMessages: ['PutItem', 'UpdateItem'],
});

/** The keys of sandboxes derive from the master secret wherever they are shown or used. */
export const deriveKeys = rights({ masterSecret: ['read'] });

/** Without an edge, the addresses of sandboxes are those of their tasks. */
export const addressSandboxes = rights({ variables: ['SANDBOX_ADDRESS'] });

export const readSandbox = rights({ sandboxes: ['GetItem'] });
export const readSandboxes = rights({ sandboxes: ['BatchGetItem'] });

/** Verifies the session key that a sandbox sends. */
export const knowSandbox = rights(readSandbox, deriveKeys);

/** Takes a place while the request waits, and gives it back. */
export const takePlacesToWait = rights({ waits: ['UpdateItem'], variables: ['WAITS_PER_KEY', 'WAITS'] });

/** A change by an agent never changes whether its sandbox counts towards limits. */
export const writeSandbox = rights({ sandboxes: ['GetItem', 'PutItem'] });

/** A sandbox and its owner's count of running ones change together. */
export const saveSandbox = rights({ sandboxes: ['PutItem'], owners: ['UpdateItem'] });

export const changeSandbox = rights(readSandbox, saveSandbox);

/** The ledger holds intervals that ended; rows of sandboxes hold the open ones. */
export const readUsage = rights({ usage: ['ended_index'], sandboxes: ['stored_index', 'BatchGetItem'] });

/** Writes entries of the ledger, and counts those that come late. */
export const writeUsage = rights({ usage: ['PutItem'], usageSums: ['UpdateItem'] });

/** A new sandbox can begin with a task that waits for one. */
export const claimWarmTasks = rights({ sandboxes: ['created_at_index'] });

/** Keeps as many tasks waiting as the specs ask for. */
export const keepPools = rights(claimWarmTasks, { launchPaces: ['GetItem'] });

/**
 * Admission of a sandbox: over a limit, it names or pauses running sandboxes. A budget is read from the ledger of the
 * month, whose sums are kept.
 */
export const newSandbox = rights(readUsage, {
  usageSums: ['GetItem', 'UpdateItem'],
  sandboxes: ['PutItem', 'counted_index'],
  owners: ['GetItem', 'UpdateItem'],
  variables: ['SANDBOX_LIMIT'],
});

/** The same for a sandbox that exists, or whose id can have been used before. */
export const startSandbox = rights(readSandbox, newSandbox);

/** Workers that take steps of sandboxes: they launch, watch, save and stop them as their records say. */
export const reconcileSandboxes = rights(changeSandbox, deriveKeys, writeUsage, publishMetrics, {
  launchPaces: ['UpdateItem'],
  tasks: ['run', 'stop', 'describe', 'list'],
  disks: ['save-and-delete'],
  workers: ['boot-sandbox', 'stop-sandbox'],
});

export const readConversation = rights({ conversations: ['GetItem'] });
export const listConversations = rights({ conversations: ['created_at_index'] });

/** A conversation with its sandbox, by their keys. */
export const readHome = rights(readSandboxes, { conversations: ['BatchGetItem'] });

/** Talks to the agent of a conversation: its address, and the key to it. */
export const reachAgent = rights(readHome, deriveKeys);

/** A page of conversations is read with the sandboxes of its age, which are the last by their ids. */
export const listHomes = rights(listConversations, { sandboxes: ['Query'] });

/** A conversation takes over what its agent reports. */
export const followConversation = rights({ conversations: ['GetItem', 'UpdateItem'] });

/** The rows of events and their count change together. */
export const keepEvents = rights({ events: ['GetItem', 'PutItem', 'UpdateItem'] });

/** The worker that fetches the events and titles that an agent did not deliver. */
export const startBackfill = rights({ workers: ['backfill-events'] });

/** The worker of each start that waits for a sandbox. */
export const wakeStarts = rights({ startTasks: ['sandbox_index'], workers: ['run-start-task'] });

/**
 * The reports of agents about their conversations. The operation itself checks the key of their sandbox. It records a
 * conversation that began on the agent server, unless its owner deleted it here.
 */
export const takeHooks = rights(knowSandbox, followConversation, {
  conversations: ['PutItem', 'ConditionCheckItem'],
  sandboxes: ['UpdateItem'],
  events: ['ConditionCheckItem'],
});

/** The same with their events. */
export const takeDeliveries = rights(takeHooks, keepEvents);

/**
 * The rights of every endpoint beside its own statement.
 *
 * @param isAudited whether its calls are entries of the audit log: each adds entries, and none changes or removes one
 */
export function commonRights({ generation }: Pick<Endpoint, 'generation'>, isAudited: boolean): Statement {
  return rights(
    { variables: ['ALLOWED_ORIGINS'] },
    generation === 'legacy' ? { variables: ['LEGACY_SUNSET'] } : {},
    isAudited ? { audit: ['PutItem'], variables: ['DEPLOYMENT'] } : {},
  );
}
