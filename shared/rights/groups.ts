import type { Endpoint } from '../contract/endpoint/endpoint.ts';
import type { NamedKind } from '../contract/shapes/named-kind.ts';
import { rights, type Statement } from './statement.ts';

export const nothing = rights();

/** Finds an earlier request with the same Idempotency-Key, and records this one. */
export const claimRequests = rights({ idempotency: ['GetItem', 'PutItem'] });

/** The same when the response contains a secret. */
export const sealClaims = rights(claimRequests, { vaultKey: ['seal', 'open'] });

export const sealSecrets = rights({ vaultKey: ['seal'] });
export const openSecrets = rights({ vaultKey: ['open'] });
export const listSecrets = rights({ secrets: ['Query'] });

/** The URL of the API comes from the deployment, never from a caller's Host header. */
export const knowOwnAddress = rights({ variables: ['PUBLIC_BASE_URL'] });

/** On one machine, owners' URLs can point to that machine. */
export const knowTargets = rights({ variables: ['WEBHOOK_LOOPBACK'] });

/** The base URLs of the deployment's git servers. */
export const knowGitBases = rights({ variables: ['GIT_BASES'] });

/** Asks GitHub for tokens of owners' Apps. */
export const makeAppTokens = rights(openSecrets, knowGitBases, knowTargets);

/** Publishing metrics only needs the name of the deployment, and no permission. */
export const publishMetrics = rights({ variables: ['DEPLOYMENT'] });

/** The transaction that changes a key or an owner also writes the audit entry and the integrator event. */
export const keepJournal = rights({ audit: ['PutItem'], integratorEvents: ['PutItem'] });

export const makeKeys = rights({ apiKeys: ['GetItem', 'PutItem', 'ConditionCheckItem'] });
/** Checks during a long request whether its caller may go on. */
export const lookUpCaller = rights({ apiKeys: ['GetItem'], members: ['GetItem', 'Query'] });
export const listKeys = rights({ apiKeys: ['created_at_index'] });

export const listMembers = rights({ members: ['joined_index'] });

/** The transaction checks that the caller may still do this. */
export const manageMembers = rights({
  members: ['GetItem', 'UpdateItem', 'ConditionCheckItem'],
  apiKeys: ['ConditionCheckItem'],
  audit: ['PutItem'],
});

/** The default model. The variable names its key; only `readDeploymentKey` allows reading the key. */
export const showModel = rights({ variables: ['LLM_MODEL', 'LLM_BASE_URL', 'LLM_API_KEY_SECRET_ARN'] });

/** An owner's settings, the names of their secrets, and their MCP servers, which are sealed as a whole. */
export const readSettings = rights(showModel, listSecrets, openSecrets, { settings: ['GetItem'] });

/** The operator's key, for owners without one. */
export const readDeploymentKey = rights({ modelSecret: ['read'] });

/** Agents get the URL of the model broker in the place of their model's, if the stage has one, and its price. */
const knowBroker = rights({ variables: ['LLM_BROKER_URL', 'MODEL_PRICES'] });

/** The owner's settings for a conversation, or the operator's key. */
export const readStartSettings = rights(readSettings, readDeploymentKey, knowBroker);

/** A language model of the owner with its key, for a running agent. */
export const readProfileModel = rights(showModel, readDeploymentKey, openSecrets, knowBroker, {
  settings: ['GetItem'],
});

export const changeSettings = rights({ settings: ['GetItem', 'PutItem'] });

/** Marks an integrator's endpoint as due and invokes the delivery worker. */
export const deliverToWebhooks = rights({ webhookEndpoints: ['UpdateItem'], workers: ['deliver-webhooks'] });

/** Queues a change for each endpoint that subscribed to it. */
export const queueWebhooks = rights(deliverToWebhooks, {
  webhookEndpoints: ['Query'],
  webhookMessages: ['PutItem', 'UpdateItem'],
  // Counts failures by reason and hour.
  operations: ['UpdateItem'],
});

/** The keys of sandboxes derive from the master secret. */
export const deriveKeys = rights({ masterSecret: ['read'] });

/** Without an edge, sandboxes are addressed by their tasks' addresses; an edge can read names that last. */
export const addressSandboxes = rights({ variables: ['SANDBOX_ADDRESS', 'LASTING_ADDRESSES'] });

/**
 * Claims public addresses for sandboxes, and asks for their entries at the edge or for the removal of these. A removal
 * adds a row for a sandbox that has none yet.
 */
export const changeEntries = rights({
  edgeEntries: ['GetItem', 'PutItem', 'UpdateItem'],
  variables: ['LASTING_ADDRESSES'],
});

/** Asks for the current entry of a sandbox that has one. */
const refreshEntries = rights({ edgeEntries: ['GetItem', 'UpdateItem'], variables: ['LASTING_ADDRESSES'] });

/** Also verifies the session key that a sandbox sends, by its hash in the row. */
export const readSandbox = rights({ sandboxes: ['GetItem'] });
export const readSandboxes = rights({ sandboxes: ['BatchGetItem'] });

/** Takes a place while the request waits, and releases it. */
export const takePlacesToWait = rights({ waits: ['UpdateItem'], variables: ['WAITS_PER_KEY', 'WAITS'] });

/** Changes that never affect whether a sandbox counts towards limits. */
export const writeSandbox = rights({ sandboxes: ['GetItem', 'PutItem'] });

/** The URLs of opened ports are signed, and exist only where addresses last. */
export const addressPorts = rights(deriveKeys, addressSandboxes);

/** Opens, changes and closes ports of a sandbox, whatever it does. */
export const changePorts = rights(writeSandbox, addressPorts, refreshEntries);

/** A sandbox and its owner's count of running sandboxes change together. */
export const saveSandbox = rights({ sandboxes: ['PutItem'], owners: ['UpdateItem'] });

export const changeSandbox = rights(readSandbox, saveSandbox);

/** The ledger holds ended intervals; rows of sandboxes hold the open ones. */
export const readUsage = rights({
  usage: ['ended_index'],
  sandboxes: ['stored_index', 'BatchGetItem'],
  snapshots: ['open_index'],
});

/** Adds up the month, and stores the sums for the next time. */
export const sumUsage = rights(readUsage, { usageSums: ['GetItem', 'UpdateItem'] });

/** Opens and closes calls of models: admits them, counts them, and adds them to the ledger. */
export const chargeModelCalls = rights(sumUsage, {
  modelCalls: ['GetItem', 'PutItem', 'UpdateItem', 'Query'],
  owners: ['GetItem', 'UpdateItem'],
  usage: ['UpdateItem'],
  members: ['GetItem'],
  // A settlement reads what runs.
  sandboxes: ['counted_index'],
  variables: ['MODEL_CALLS', 'MODEL_PRICES'],
});

export const readSnapshot = rights({ snapshots: ['GetItem'] });

/** Changes that affect neither counts nor costs. */
export const writeSnapshot = rights({ snapshots: ['GetItem', 'PutItem'] });

/** Writes entries of the ledger, and counts late ones. */
export const writeUsage = rights({ usage: ['PutItem'], usageSums: ['UpdateItem'] });

/** A new sandbox can claim a warm task. */
export const claimWarmTasks = rights({ sandboxes: ['created_at_index'] });

/** Keeps as many warm tasks as the specs request. */
export const keepPools = rights(claimWarmTasks, { launchPaces: ['GetItem'] });

/** A start can name a spec of its owner. */
export const findOwnSpec = rights({ sandboxSpecs: ['GetItem'] });

/** The worker that registers and checks the specs of owners, and what the deployment allows them. */
export const checkOwnSpecs = rights({ workers: ['check-sandbox-spec'], variables: ['OWNER_SPECS'] });

/**
 * Admits a sandbox. At a limit, it names or pauses running sandboxes. Budgets are read from the month's ledger, whose
 * sums are cached.
 */
export const newSandbox = rights(sumUsage, {
  sandboxes: ['PutItem', 'counted_index'],
  owners: ['GetItem', 'UpdateItem'],
  variables: ['SANDBOX_LIMIT', 'VCPU_LIMIT'],
});

/** The same for a sandbox that exists, or whose id may have been used before. */
export const startSandbox = rights(readSandbox, newSandbox);

/** Calls the agent of a sandbox with its session key. With `resume=true`, resumes the sandbox, and waits for it. */
export const reachSandbox = rights(startSandbox, deriveKeys, takePlacesToWait);

/** The same, and reads the saved workspace of a sandbox that does not run. */
export const readFiles = rights(reachSandbox, { disks: ['read-saved'] });

/** Reads the files of a snapshot. */
export const readSnapshotFiles = rights(readSnapshot, { disks: ['read-saved'] });

/** Finds a snapshot, and holds it for a sandbox that begins from it, or releases it. */
export const holdSnapshots = rights({ snapshots: ['GetItem', 'UpdateItem'] });

/** Makes snapshots of sandboxes, and lets sandboxes begin from them. */
export const forkSandboxes = rights(writeSnapshot, holdSnapshots, writeUsage, {
  owners: ['UpdateItem'],
  variables: ['SNAPSHOT_LIMIT'],
});

/** Workers that launch, watch, save and stop sandboxes. */
export const reconcileSandboxes = rights(
  changeSandbox,
  deriveKeys,
  writeUsage,
  publishMetrics,
  changeEntries,
  holdSnapshots,
  {
    launchPaces: ['UpdateItem'],
    tasks: ['run', 'stop', 'describe', 'list'],
    // The last measurement tells whether a full disk ended the agent server.
    logs: ['search'],
    disks: ['copy', 'delete-volumes'],
    workers: ['boot-sandbox', 'stop-sandbox'],
  },
);

/**
 * The rights of every endpoint in addition to its own statement. Any of them can publish a metric (`rowReader`).
 *
 * @param isAudited whether its requests are logged: each adds entries, and none changes or removes one
 * @param isCharged whether it counts conditional requests that do not end in a 304
 * @param named what its requests name that can be private to one person
 */
export function commonRights(
  { generation }: Pick<Endpoint, 'generation'>,
  { isAudited, isCharged, named }: CommonNeeds,
): Statement {
  return rights(
    { variables: ['ALLOWED_ORIGINS', 'DEPLOYMENT'] },
    generation === 'legacy' ? { variables: ['LEGACY_SUNSET'] } : {},
    isAudited ? { audit: ['PutItem'] } : {},
    isCharged ? { apiCalls: ['UpdateItem'] } : {},
    ...named.map(seeWhoIsAllowed),
  );
}

interface CommonNeeds {
  readonly isAudited: boolean;
  readonly isCharged: boolean;
  readonly named: readonly NamedKind[];
}

/** Reads who sees something. A start task is seen like its conversation, and a snapshot like its sandbox. */
function seeWhoIsAllowed(kind: NamedKind): Statement {
  if (kind === 'sandbox') return { sandboxes: ['BatchGetItem'] };
  if (kind === 'snapshot') return { snapshots: ['BatchGetItem'], sandboxes: ['BatchGetItem'] };
  const isOfTask = kind === 'start-task' || kind === 'queue';
  return { conversations: ['BatchGetItem'], ...(isOfTask ? { startTasks: ['BatchGetItem'] } : {}) };
}
