import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { EndpointId } from '../shared/contract/index.ts';
import type { Settings } from './config.ts';
import type { SandboxDisks } from './constructs/sandbox-disks.ts';
import type { SandboxRunner } from './constructs/sandbox-runner.ts';
import type { DataStack } from './stacks/data-stack.ts';
import type { WorkerId } from './workers.ts';

/** Workers that other functions call. */
export type CalledWorker = Extract<WorkerId, 'boot-sandbox' | 'stop-sandbox' | 'wake-sandbox' | 'run-start-task'>;

/** What permissions can be given to. Each of its methods gives the permission and the variable that goes with it. */
export interface Resources {
  readonly data: DataStack;
  readonly runner: SandboxRunner;
  readonly disks: SandboxDisks;
  readonly settings: Settings;
  /** Lets the function call a worker without waiting for its answer. */
  readonly allowInvoke: (fn: LambdaFunction, worker: CalledWorker) => void;
}

/** Gives one function what it needs, and nothing else. */
export type Grant = (fn: LambdaFunction, resources: Resources) => void;

const nothing: Grant = () => undefined;

/** All of these. */
function all(...grants: Grant[]): Grant {
  return (fn, resources) => {
    for (const grant of grants) grant(fn, resources);
  };
}

/** The keys of sandboxes derive from the master secret wherever they are shown or used. */
const deriveKeys: Grant = (fn, { data }) => data.masterSecret.allowRead(fn);

const readSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem');
const readSandboxes: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'BatchGetItem');
const listSandboxes: Grant = (fn, { data }) => data.sandboxes.allowQueryOf(fn, 'created_at_index');

/** What an agent does changes its sandbox, and never whether it counts. */
const writeSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem', 'PutItem');

/** A sandbox and its owner's count of running ones change together. */
const changeSandbox = all(writeSandbox, (fn, { data }) => data.owners.allow(fn, 'UpdateItem'));

/** Whoever starts a sandbox may be over the limit: which others run is then read, to name them or to pause the oldest. */
const newSandbox: Grant = (fn, { data, settings }) => {
  data.sandboxes.allow(fn, 'PutItem', 'Query');
  data.owners.allow(fn, 'UpdateItem');
  fn.addEnvironment('SANDBOX_LIMIT', String(settings.sandboxLimit));
};

/** The same for one that is there already, or whose id may have been used before. */
const startSandbox = all(readSandbox, newSandbox);

const readConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem');
const readConversations: Grant = (fn, { data }) => data.conversations.allow(fn, 'BatchGetItem');
const listConversations: Grant = (fn, { data }) => data.conversations.allowQueryOf(fn, 'created_at_index');

/** What clients see of a conversation includes where its sandbox is, and the key to it. */
const showSandboxes = all(readSandboxes, deriveKeys);

/** Conversation, start task and sandbox come to be in one transaction. */
const createConversation = all(startSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'GetItem', 'PutItem');
  data.startTasks.allow(fn, 'PutItem');
});

/** In the current generation it may also join a running sandbox and a parent conversation, and start one again. */
const createAppConversation = all(createConversation, (fn, { data }) => {
  data.sandboxes.allow(fn, 'UpdateItem');
  data.conversations.allow(fn, 'UpdateItem');
});

/** The conversations below it go with it, and the sandbox with the last one. Its parent's list is kept true. */
const deleteConversation = all(readConversation, readConversations, changeSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'DeleteItem', 'UpdateItem');
});

/** A line for each endpoint: without it the project does not compile. No endpoint may do anything to ECS. */
export const endpointAccess: Readonly<Record<EndpointId, Grant>> = {
  'create-conversation': createConversation,
  'list-conversations': all(listConversations, showSandboxes),
  'get-conversation': all(readConversation, showSandboxes),
  'delete-conversation': deleteConversation,

  'create-app-conversation': createAppConversation,
  'list-app-conversations': all(readConversations, listConversations, showSandboxes),
  'search-app-conversations': all(listConversations, showSandboxes),
  'count-app-conversations': listConversations,
  'get-app-conversation': all(readConversation, showSandboxes),
  'delete-app-conversation': deleteConversation,
  'batch-get-start-tasks': (fn, { data }) => data.startTasks.allow(fn, 'BatchGetItem'),
  'search-start-tasks': (fn, { data }) => {
    data.startTasks.allowQueryOf(fn, 'created_at_index');
    data.startTasks.allowQueryOf(fn, 'updated_at_index');
  },

  'search-sandboxes': all(listSandboxes, deriveKeys),
  'batch-get-sandboxes': all(readSandboxes, deriveKeys),
  'get-sandbox': all(readSandbox, deriveKeys),
  'start-sandbox': newSandbox,
  'pause-sandbox': changeSandbox,
  'resume-sandbox': startSandbox,
  'delete-sandbox': changeSandbox,

  'search-sandbox-specs': nothing,
  'batch-get-sandbox-specs': nothing,

  'get-current-key': nothing,

  'get-alive': nothing,
  'get-health': nothing,
  'get-ready': (fn, { data }) => data.owners.allow(fn, 'GetItem'),
  'get-server-info': (fn, { settings }) => void fn.addEnvironment('STAGE', settings.stage),
  'get-openapi': nothing,
};

/** Starting, watching, saving and stopping sandboxes, as the record of each asks for. */
const reconcileSandboxes = all(changeSandbox, deriveKeys, (fn, { data, runner, disks, allowInvoke }) => {
  data.launchPaces.allow(fn, 'UpdateItem');
  runner.allowRun(fn);
  runner.allowStop(fn);
  runner.allowDescribe(fn);
  runner.allowList(fn);
  disks.allowSaveAndDelete(fn);
  allowInvoke(fn, 'boot-sandbox');
  allowInvoke(fn, 'stop-sandbox');
});

/** The language model that agents use, and the operator's key to it. */
const useModel: Grant = (fn, { settings }) => {
  fn.addEnvironment('LLM_MODEL', settings.llmModel);
  if (settings.llmBaseUrl !== undefined) fn.addEnvironment('LLM_BASE_URL', settings.llmBaseUrl);
  if (settings.llmApiKeySecretArn === undefined) return;
  const resources = [settings.llmApiKeySecretArn];
  fn.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }));
  fn.addEnvironment('LLM_API_KEY_SECRET_ARN', settings.llmApiKeySecretArn);
};

/** The same for the workers. */
export const workerAccess: Readonly<Record<WorkerId, Grant>> = {
  authorize: (fn, { data }) => data.apiKeys.allow(fn, 'GetItem'),

  // The one function that starts a wait: were wake-sandbox to start the next, a loop of it would have no end.
  'reconcile-sandbox': all(reconcileSandboxes, (fn, { allowInvoke }) => allowInvoke(fn, 'wake-sandbox')),
  'wake-sandbox': reconcileSandboxes,
  'stop-sandbox': all(writeSandbox, deriveKeys, (fn, { runner }) => runner.allowStop(fn)),
  'sweep-sandboxes': all(reconcileSandboxes, (fn, { data, allowInvoke }) => {
    data.sandboxes.allowQueryOf(fn, 'watch_index');
    data.sandboxes.allowQueryOf(fn, 'stored_index');
    // The count of an owner is compared with their rows, and mended.
    data.owners.allow(fn, 'Scan', 'GetItem');
    data.sandboxes.allow(fn, 'Query');
    data.startTasks.allowQueryOf(fn, 'watch_index');
    allowInvoke(fn, 'run-start-task');
  }),
  'boot-sandbox': all(writeSandbox, deriveKeys, (fn, { runner, settings }) => {
    runner.allowDescribe(fn);
    runner.allowFindAddress(fn);
    fn.addEnvironment('ALLOWED_ORIGINS', settings.allowedOrigins.join(','));
  }),

  'dispatch-start-tasks': (fn, { data, allowInvoke }) => {
    data.startTasks.allowQueryOf(fn, 'sandbox_index');
    allowInvoke(fn, 'run-start-task');
  },
  'run-start-task': all(readSandbox, readConversation, deriveKeys, useModel, (fn, { data }) => {
    data.startTasks.allow(fn, 'GetItem', 'PutItem');
  }),
};
