import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Settings } from '../config.ts';
import type { SandboxDisks } from '../constructs/sandbox-disks.ts';
import type { SandboxRunner } from '../constructs/sandbox-runner.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { WorkerId } from '../workers.ts';

/** Workers that other functions call. */
export type CalledWorker = Extract<
  WorkerId,
  | 'boot-sandbox'
  | 'stop-sandbox'
  | 'wake-sandbox'
  | 'run-start-task'
  | 'deliver-messages'
  | 'backfill-events'
  | 'deliver-webhooks'
>;

/** What permissions can be given to. Each of its methods gives the permission and the variable that goes with it. */
export interface Resources {
  readonly data: DataStack;
  readonly runner: SandboxRunner;
  readonly disks: SandboxDisks;
  readonly settings: Settings;
  /** Where agents and clients reach the API, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** Lets the function call a worker without waiting for its answer. */
  readonly allowInvoke: (fn: LambdaFunction, worker: CalledWorker) => void;
}

/** Gives one function what it needs, and nothing else. */
export type Grant = (fn: LambdaFunction, resources: Resources) => void;

export const nothing: Grant = () => undefined;

/** All of these. */
export function all(...grants: Grant[]): Grant {
  return (fn, resources) => {
    for (const grant of grants) grant(fn, resources);
  };
}

/** The keys of sandboxes derive from the master secret wherever they are shown or used. */
export const deriveKeys: Grant = (fn, { data }) => data.masterSecret.allowRead(fn);

/** What was sent with an Idempotency-Key is looked for, and written with what it does. */
export const claimRequests: Grant = (fn, { data }) => data.idempotency.allow(fn, 'GetItem', 'PutItem');

/** The same where the answer holds a secret. */
export const sealClaims = all(claimRequests, (fn, { data }) => {
  data.vaultKey.allowSeal(fn);
  data.vaultKey.allowOpen(fn);
});

export const readSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem');
export const readSandboxes: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'BatchGetItem');
export const listSandboxes: Grant = (fn, { data }) => data.sandboxes.allowQueryOf(fn, 'created_at_index');

/** What an agent does changes its sandbox, and never whether it counts. */
export const writeSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem', 'PutItem');

/** A sandbox and its owner's count of running ones change together. */
export const changeSandbox = all(writeSandbox, (fn, { data }) => data.owners.allow(fn, 'UpdateItem'));

/** What ended is in the ledger; what goes on, in the rows of sandboxes. */
export const readUsage: Grant = (fn, { data }) => {
  data.usage.allowQueryOf(fn, 'ended_index');
  data.sandboxes.allow(fn, 'Query');
};

/**
 * Whoever starts a sandbox may be over a limit: which others run is then read, to name them or to pause the oldest. Where there is a budget, what was used of it is read
 * from the ledger.
 */
export const newSandbox = all(readUsage, (fn, { data, settings }) => {
  data.sandboxes.allow(fn, 'PutItem');
  data.owners.allow(fn, 'GetItem', 'UpdateItem');
  fn.addEnvironment('SANDBOX_LIMIT', String(settings.sandboxLimit));
});

/** The same for one that is there already, or whose id may have been used before. */
export const startSandbox = all(readSandbox, newSandbox);

export const readConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem');
export const readConversations: Grant = (fn, { data }) => data.conversations.allow(fn, 'BatchGetItem');
export const listConversations: Grant = (fn, { data }) => data.conversations.allowQueryOf(fn, 'created_at_index');

/** A conversation follows what its agent tells. */
export const followConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem', 'UpdateItem');

/** The rows of events and their count change together. */
export const keepEvents: Grant = (fn, { data }) => data.events.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');

/** What clients see of a conversation includes where its sandbox is, and the key to it. */
export const showSandboxes = all(readSandboxes, deriveKeys);

/** Conversation, start task and sandbox come to be in one transaction. The secrets of a request are sealed until an agent has them. */
export const createConversation = all(startSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'GetItem', 'PutItem');
  data.startTasks.allow(fn, 'PutItem');
  data.vaultKey.allowSeal(fn);
});

/** In the current generation it may also join a running sandbox and a parent conversation, and start one again. */
export const createAppConversation = all(createConversation, (fn, { data }) => {
  data.sandboxes.allow(fn, 'UpdateItem');
  data.conversations.allow(fn, 'UpdateItem');
});

/** The conversations below it go with it, and the sandbox with the last one. Its parent's list is kept true. */
export const deleteConversation = all(readConversation, readConversations, changeSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'DeleteItem', 'UpdateItem');
  data.events.allow(fn, 'UpdateItem');
});

/** Talking to the agent of a conversation: where it is, and the key to it. */
export const reachAgent = all(readConversation, readSandbox, deriveKeys);

/** A new title is told to the agent where it runs. */
export const renameConversation = all(readSandbox, deriveKeys, (fn, { data }) => {
  data.conversations.allow(fn, 'UpdateItem');
});

/** A conversation goes on in its sandbox, or begins anew in another one. */
export const resumeConversation = all(startSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'GetItem', 'UpdateItem');
  data.startTasks.allow(fn, 'PutItem');
});

/** A message waits for the end of a start, and is delivered at once where there is none. */
export const queueMessage: Grant = (fn, { data, allowInvoke }) => {
  data.pendingMessages.allow(fn, 'Query', 'PutItem');
  data.startTasks.allow(fn, 'GetItem');
  data.startTasks.allowQueryOf(fn, 'created_at_index');
  allowInvoke(fn, 'deliver-messages');
};

/** The language model of whoever set none. Its key is named, so that all know whether there is one, and read by whoever starts conversations. */
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

/** What a conversation gets from its owner, and the operator's key for whoever has none. */
export const readStartSettings = all(readSettings, (fn, { settings }) => {
  if (settings.llmApiKeySecretArn === undefined) return;
  const resources = [settings.llmApiKeySecretArn];
  fn.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }));
});

/** What one conversation costs: the intervals of its sandbox. */
export const readSandboxUsage = all(readSandbox, (fn, { data }) => data.usage.allow(fn, 'Query'));

export const changeSettings: Grant = (fn, { data }) => data.settings.allow(fn, 'GetItem', 'PutItem');
export const sealSecrets: Grant = (fn, { data }) => data.vaultKey.allowSeal(fn);
export const openSecrets: Grant = (fn, { data }) => data.vaultKey.allowOpen(fn);

/** What happens to keys and owners is audited and told, in the transaction that does it. */
export const keepJournal: Grant = (fn, { data }) => {
  data.audit.allow(fn, 'PutItem');
  data.integratorEvents.allow(fn, 'PutItem');
};

/** Something waits for an endpoint of an integrator: that is noted, and whoever delivers is called. */
export const deliverToWebhooks: Grant = (fn, { data, allowInvoke }) => {
  data.webhookEndpoints.allow(fn, 'UpdateItem');
  allowInvoke(fn, 'deliver-webhooks');
};

/** What changed is queued for each endpoint that wants to know. */
export const tellIntegrators = all(deliverToWebhooks, (fn, { data }) => {
  data.webhookEndpoints.allow(fn, 'Query');
  data.webhookMessages.allow(fn, 'PutItem', 'UpdateItem');
});
