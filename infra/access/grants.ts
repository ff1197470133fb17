import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { prefixOf } from '../config.ts';
import type { Grant } from './resources.ts';

export const nothing: Grant = () => undefined;

/** The operation gives links to the API, which follow the settings and never what a caller sent as Host. */
export const knowOwnAddress: Grant = (fn, { publicBaseUrl }) =>
  void fn.addEnvironment('PUBLIC_BASE_URL', publicBaseUrl);

/** The operation gives sandboxes their addresses; without an edge, these are those of their tasks. */
export const addressSandboxes: Grant = (fn, { ingress }) => {
  if (ingress !== undefined) fn.addEnvironment('SANDBOX_ADDRESS', ingress.sandboxAddress);
};

/** Whether places that owners name may be on the machine of the service, as they are when it runs locally. */
export const knowTargets: Grant = (fn, { settings }) =>
  void fn.addEnvironment('WEBHOOK_LOOPBACK', String(settings.webhookLoopback));

/** The deployment's own servers of git providers. */
export const knowGitBases: Grant = (fn, { settings }) => {
  if (settings.gitBases !== undefined) fn.addEnvironment('GIT_BASES', JSON.stringify(settings.gitBases));
};

/** All of these. */
export function all(...grants: Grant[]): Grant {
  return (fn, resources) => {
    for (const grant of grants) grant(fn, resources);
  };
}

/** Publishing figures needs no permission, but the name that tells this deployment's from those of others. */
export const publishMetrics: Grant = (fn, { settings }) => {
  fn.addEnvironment('DEPLOYMENT', prefixOf(settings));
};

/** The keys of sandboxes derive from the master secret wherever they are shown or used. */
export const deriveKeys: Grant = (fn, { data }) => data.masterSecret.allowRead(fn);

/** The operation looks for an earlier request with its Idempotency-Key, and records its own. */
export const claimRequests: Grant = (fn, { data }) => data.idempotency.allow(fn, 'GetItem', 'PutItem');

/** The same where the answer holds a secret. */
export const sealClaims = all(claimRequests, (fn, { data }) => {
  data.vaultKey.allowSeal(fn);
  data.vaultKey.allowOpen(fn);
});

export const readSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem');

/** The operation takes a place while it waits, and gives it back. */
export const takePlacesToWait: Grant = (fn, { data, settings }) => {
  data.waits.allow(fn, 'UpdateItem');
  fn.addEnvironment('WAITS_PER_KEY', String(settings.waitsPerKey));
  fn.addEnvironment('WAITS', String(settings.waits));
};

export const readSandboxes: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'BatchGetItem');
export const listSandboxes: Grant = (fn, { data }) => data.sandboxes.allowQueryOf(fn, 'created_at_index');

/** A change by an agent never changes whether its sandbox counts towards limits. */
export const writeSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem', 'PutItem');

/** A sandbox and its owner's count of running ones change together. */
export const saveSandbox: Grant = (fn, { data }) => {
  data.sandboxes.allow(fn, 'PutItem');
  data.owners.allow(fn, 'UpdateItem');
};

export const changeSandbox = all(readSandbox, saveSandbox);

/** The ledger holds intervals that ended; rows of sandboxes hold those that go on. */
export const readUsage: Grant = (fn, { data }) => {
  data.usage.allowQueryOf(fn, 'ended_index');
  data.sandboxes.allowQueryOf(fn, 'stored_index');
  data.sandboxes.allow(fn, 'BatchGetItem');
};

/** Adds up the ledger of a month, and keeps the sums of what is over. No entry can be changed by it. */
const settleUsage = all(readUsage, (fn, { data }) => data.usageSums.allow(fn, 'GetItem', 'UpdateItem'));

/** Writes entries of the ledger, and counts those that come late. */
export const writeUsage: Grant = (fn, { data }) => {
  data.usage.allow(fn, 'PutItem');
  data.usageSums.allow(fn, 'UpdateItem');
};

/** Admission of a sandbox: over a limit, it names or pauses running sandboxes; a budget is read from the ledger. */
export const newSandbox = all(settleUsage, (fn, { data, settings }) => {
  data.sandboxes.allow(fn, 'PutItem');
  data.sandboxes.allowQueryOf(fn, 'counted_index');
  data.owners.allow(fn, 'GetItem', 'UpdateItem');
  fn.addEnvironment('SANDBOX_LIMIT', String(settings.sandboxLimit));
});

/** A new sandbox may begin with a task that waits for one. */
export const claimWarmTasks: Grant = (fn, { data }) => data.sandboxes.allowQueryOf(fn, 'created_at_index');

/** Keeps as many tasks waiting as the specs say. */
export const keepPools = all(claimWarmTasks, (fn, { data }) => data.launchPaces.allow(fn, 'GetItem'));

/** The same for one that is there already, or whose id may have been used before. */
export const startSandbox = all(readSandbox, newSandbox);

export const readConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem');
export const readConversations: Grant = (fn, { data }) => data.conversations.allow(fn, 'BatchGetItem');
export const listConversations: Grant = (fn, { data }) => data.conversations.allowQueryOf(fn, 'created_at_index');

/** A conversation with its sandbox, by their keys. */
export const readHome = all(readConversations, readSandboxes);

/** A page of conversations is read with the sandboxes of its age, which are the last by their ids. */
export const listHomes = all(listConversations, (fn, { data }) => data.sandboxes.allow(fn, 'Query'));

/** A conversation takes over what its agent reports. */
export const followConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem', 'UpdateItem');

/** The rows of events and their count change together. */
export const keepEvents: Grant = (fn, { data }) => data.events.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');

/** The worker that fetches what an agent did not deliver, and titles. */
export const startBackfill: Grant = (fn, { allowInvoke }) => allowInvoke(fn, 'backfill-events');

/** The worker of each start that waits for a sandbox. */
export const wakeStarts: Grant = (fn, { data, allowInvoke }) => {
  data.startTasks.allowQueryOf(fn, 'sandbox_index');
  allowInvoke(fn, 'run-start-task');
};

/** What agents report of their conversations. The operation itself checks the key of their sandbox. */
export const takeHooks = all(readSandbox, deriveKeys, followConversation, (fn, { data }) => {
  // An agent gives a conversation whose id is no UUID another id. The index of those may be a moment late.
  data.conversations.allowQueryOf(fn, 'agent_index');
  data.conversations.allow(fn, 'Query');
  // The operation records a conversation that began on the agent server, unless its owner deleted it here.
  data.conversations.allow(fn, 'PutItem');
  data.sandboxes.allow(fn, 'UpdateItem');
  data.events.allow(fn, 'ConditionCheckItem');
});

/** The same with their events. */
export const takeDeliveries = all(takeHooks, keepEvents);

/**
 * A conversation's answer includes the address of its sandbox and the key to it. Its agent is asked for more, and its
 * title stored.
 */
export const showConversations = all(readSandboxes, deriveKeys, (fn, { data }) => {
  data.conversations.allow(fn, 'UpdateItem');
});

/** Rows and their owner's counts of them change together. */
const countStarts: Grant = (fn, { data }) => {
  data.conversations.allow(fn, 'UpdateItem');
  data.startTasks.allow(fn, 'UpdateItem');
};

/** One transaction writes conversation, start task and sandbox, with the request's secrets sealed. */
export const createConversation = all(startSandbox, claimWarmTasks, (fn, resources) => {
  const { data } = resources;
  data.conversations.allow(fn, 'GetItem', 'PutItem');
  data.startTasks.allow(fn, 'PutItem');
  countStarts(fn, resources);
  data.vaultKey.allowSeal(fn);
});

/** In the current generation it may also join a running sandbox and a parent conversation, and start one again. */
export const createAppConversation = all(createConversation, (fn, { data }) => {
  data.sandboxes.allow(fn, 'UpdateItem');
  // A start may name an agent that its owner keeps.
  data.settings.allow(fn, 'GetItem');
});

/** Deletes its sub-conversations too, and the sandbox with the last one, and updates the list of its parent. */
export const deleteConversation = all(readHome, saveSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'DeleteItem', 'UpdateItem');
  data.events.allow(fn, 'UpdateItem');
});

/** Talking to the agent of a conversation: where it is, and the key to it. */
export const reachAgent = all(readHome, deriveKeys);

/** The operation passes a new title to the agent while it runs, or has a worker ask for one. */
export const renameConversation = all(readSandbox, deriveKeys, startBackfill, (fn, { data }) => {
  data.conversations.allow(fn, 'UpdateItem');
});

/** A conversation goes on in its sandbox, or begins anew in another one. */
export const resumeConversation = all(startSandbox, claimWarmTasks, (fn, { data }) => {
  data.conversations.allow(fn, 'GetItem', 'UpdateItem');
  data.startTasks.allow(fn, 'PutItem', 'UpdateItem');
});

/** A message waits until the start is over; without one, the worker delivers it at once. */
export const queueMessage: Grant = (fn, { data, allowInvoke }) => {
  data.pendingMessages.allow(fn, 'Query', 'PutItem');
  data.startTasks.allow(fn, 'GetItem');
  data.startTasks.allowQueryOf(fn, 'created_at_index');
  allowInvoke(fn, 'deliver-messages');
};

/** The default model. The variable names its key; only `readStartSettings` allows reading it. */
export const showModel: Grant = (fn, { settings }) => {
  fn.addEnvironment('LLM_MODEL', settings.llmModel);
  if (settings.llmBaseUrl !== undefined) fn.addEnvironment('LLM_BASE_URL', settings.llmBaseUrl);
  if (settings.llmApiKeySecretArn !== undefined) {
    fn.addEnvironment('LLM_API_KEY_SECRET_ARN', settings.llmApiKeySecretArn);
  }
};

/** What an owner set, with which secrets are kept, and their MCP servers, which are sealed as a whole. */
export const readSettings = all(showModel, (fn, { data }) => {
  data.settings.allow(fn, 'GetItem');
  data.secrets.allow(fn, 'Query');
  data.vaultKey.allowOpen(fn);
});

/** The operator's key, for owners without one. */
const readDeploymentKey: Grant = (fn, { settings }) => {
  if (settings.llmApiKeySecretArn === undefined) return;
  const resources = [settings.llmApiKeySecretArn];
  fn.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }));
  if (settings.llmApiKeySecretKeyArn === undefined) return;
  // Secrets Manager asks KMS in the name of the function, for this secret.
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['kms:Decrypt'],
      resources: [settings.llmApiKeySecretKeyArn],
      conditions: {
        StringEquals: {
          'kms:ViaService': `secretsmanager.${Stack.of(fn).region}.amazonaws.com`,
          'kms:EncryptionContext:SecretARN': settings.llmApiKeySecretArn,
        },
      },
    }),
  );
};

/** The settings that a conversation gets from its owner, or the operator's key. */
export const readStartSettings = all(readSettings, readDeploymentKey);

/** A language model of the owner with its key, for an agent that runs. */
export const readProfileModel = all(showModel, readDeploymentKey, (fn, { data }) => {
  data.settings.allow(fn, 'GetItem');
  data.vaultKey.allowOpen(fn);
});

/** What one conversation costs: the intervals of its sandbox. */
export const readSandboxUsage: Grant = (fn, { data }) => data.usage.allow(fn, 'Query');

export const changeSettings: Grant = (fn, { data }) => data.settings.allow(fn, 'GetItem', 'PutItem');
export const sealSecrets: Grant = (fn, { data }) => data.vaultKey.allowSeal(fn);
export const openSecrets: Grant = (fn, { data }) => data.vaultKey.allowOpen(fn);

/** The transaction that changes a key or an owner also writes the audit entry and the integrator event. */
export const keepJournal: Grant = (fn, { data }) => {
  data.audit.allow(fn, 'PutItem');
  data.integratorEvents.allow(fn, 'PutItem');
};

/** The operation marks an integrator's endpoint as due and invokes the delivery worker. */
export const deliverToWebhooks: Grant = (fn, { data, allowInvoke }) => {
  data.webhookEndpoints.allow(fn, 'UpdateItem');
  allowInvoke(fn, 'deliver-webhooks');
};

/** Queues a change for each endpoint that subscribed to it. */
export const queueWebhooks = all(deliverToWebhooks, (fn, { data }) => {
  data.webhookEndpoints.allow(fn, 'Query');
  data.webhookMessages.allow(fn, 'PutItem', 'UpdateItem');
});

/** Workers that take steps of sandboxes: they launch, watch, save and stop them as their records say. */
export const reconcileSandboxes = all(changeSandbox, deriveKeys, (fn, resources) => {
  const { data, runner, disks, allowInvoke } = resources;
  data.launchPaces.allow(fn, 'UpdateItem');
  // The transaction that ends an interval writes it into the ledger.
  writeUsage(fn, resources);
  runner.allowRun(fn);
  runner.allowStop(fn);
  runner.allowDescribe(fn);
  runner.allowList(fn);
  disks.allowSaveAndDelete(fn);
  allowInvoke(fn, 'boot-sandbox');
  allowInvoke(fn, 'stop-sandbox');
});

export const makeKeys: Grant = (fn, { data }) => data.apiKeys.allow(fn, 'GetItem', 'PutItem', 'ConditionCheckItem');

export const countKeys: Grant = (fn, { data }) => data.apiKeys.allowQueryOf(fn, 'created_at_index');

export const listSecrets: Grant = (fn, { data }) => data.secrets.allow(fn, 'Query');

/** Verifies the session key that a sandbox sends. */
export const knowSandbox = all(readSandbox, deriveKeys);
