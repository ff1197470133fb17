import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { EndpointId } from '../shared/contract/index.ts';
import type { Settings } from './config.ts';
import type { SandboxRunner } from './constructs/sandbox-runner.ts';
import type { DataStack } from './stacks/data-stack.ts';
import type { WorkerId } from './workers.ts';

/** What permissions can be given to. Each of its methods gives the permission and the variable that goes with it. */
export interface Resources {
  readonly data: DataStack;
  readonly runner: SandboxRunner;
  readonly settings: Settings;
  /** Lets the function call a worker without waiting for its answer. */
  readonly allowInvoke: (fn: LambdaFunction, worker: 'boot-sandbox' | 'run-start-task') => void;
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

const knowSandboxLimit: Grant = (fn, { settings }) => {
  fn.addEnvironment('SANDBOX_LIMIT', String(settings.sandboxLimit));
};

/** Session keys of sandboxes are derived from the master secret wherever they are shown or used. */
const deriveKeys: Grant = (fn, { data }) => data.masterSecret.allowRead(fn);

const readSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem');
const readSandboxes: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'BatchGetItem');
const listSandboxes: Grant = (fn, { data }) => data.sandboxes.allowQueryOf(fn, 'created_at_index');

/** A sandbox and the owner's count of running ones change together. */
const writeSandbox: Grant = (fn, { data }) => {
  data.sandboxes.allow(fn, 'GetItem', 'PutItem');
  data.owners.allow(fn, 'UpdateItem');
};

/** Starting one may first pause others of the owner, or refuse because too many run. */
const startSandbox = all(writeSandbox, knowSandboxLimit, (fn, { data }) => data.sandboxes.allow(fn, 'Query'));

const readConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem');
const readConversations: Grant = (fn, { data }) => data.conversations.allow(fn, 'BatchGetItem');
const listConversations: Grant = (fn, { data }) => data.conversations.allowQueryOf(fn, 'created_at_index');

/** Conversation, start task and sandbox come to be in one transaction. */
const createConversation = all(startSandbox, deriveKeys, (fn, { data }) => {
  data.conversations.allow(fn, 'GetItem', 'PutItem');
  data.startTasks.allow(fn, 'PutItem');
});

/** What clients see of a conversation includes where its sandbox is and how to talk to it. */
const showSandboxes = all(readSandboxes, deriveKeys);

/** A line for each endpoint: without it the project does not compile. No endpoint may do anything to ECS. */
export const endpointAccess: Readonly<Record<EndpointId, Grant>> = {
  'create-conversation': createConversation,
  'list-conversations': all(listConversations, showSandboxes),
  'get-conversation': all(readConversation, readSandbox, deriveKeys),

  'create-app-conversation': createConversation,
  'list-app-conversations': all(readConversations, listConversations, showSandboxes),
  'search-app-conversations': all(listConversations, showSandboxes),
  'count-app-conversations': listConversations,
  'get-app-conversation': all(readConversation, readSandbox, deriveKeys),
  'batch-get-start-tasks': (fn, { data }) => data.startTasks.allow(fn, 'BatchGetItem'),
  'search-start-tasks': (fn, { data }) => {
    data.startTasks.allowQueryOf(fn, 'created_at_index');
    data.startTasks.allowQueryOf(fn, 'updated_at_index');
  },

  'search-sandboxes': all(listSandboxes, deriveKeys),
  'batch-get-sandboxes': all(readSandboxes, deriveKeys),
  'get-sandbox': all(readSandbox, deriveKeys),
  'start-sandbox': all(startSandbox, deriveKeys),
  'pause-sandbox': writeSandbox,
  'resume-sandbox': startSandbox,
  'delete-sandbox': writeSandbox,

  'search-sandbox-specs': nothing,
  'batch-get-sandbox-specs': nothing,

  'get-current-key': (fn, { data }) => data.apiKeys.allow(fn, 'GetItem'),

  'get-alive': nothing,
  'get-health': nothing,
  'get-ready': (fn, { data }) => data.apiKeys.allow(fn, 'GetItem'),
  'get-server-info': nothing,
  'get-openapi': nothing,
};

/** The same for the workers. */
export const workerAccess: Readonly<Record<WorkerId, Grant>> = {
  authorize: (fn, { data }) => data.apiKeys.allow(fn, 'GetItem'),

  'reconcile-sandbox': all(writeSandbox, deriveKeys, (fn, { data, runner, allowInvoke }) => {
    data.sandboxes.allow(fn, 'DeleteItem');
    runner.allowRun(fn);
    runner.allowStop(fn);
    runner.allowDescribe(fn);
    runner.allowList(fn);
    allowInvoke(fn, 'boot-sandbox');
  }),

  'sweep-sandboxes': all(writeSandbox, deriveKeys, (fn, { data, runner, allowInvoke }) => {
    data.sandboxes.allow(fn, 'DeleteItem');
    data.sandboxes.allowQueryOf(fn, 'watch_index');
    data.startTasks.allowQueryOf(fn, 'watch_index');
    runner.allowRun(fn);
    runner.allowStop(fn);
    runner.allowDescribe(fn);
    runner.allowList(fn);
    allowInvoke(fn, 'boot-sandbox');
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

  'run-start-task': all(readSandbox, deriveKeys, (fn, { data }) => {
    data.startTasks.allow(fn, 'GetItem', 'PutItem');
    data.conversations.allow(fn, 'GetItem', 'PutItem');
  }),
};
