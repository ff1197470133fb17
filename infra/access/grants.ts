import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Settings } from '../config.ts';
import type { SandboxDisks } from '../constructs/sandbox-disks.ts';
import type { SandboxRunner } from '../constructs/sandbox-runner.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { WorkerId } from '../workers.ts';

/** Workers that other functions call. */
export type CalledWorker = Extract<
  WorkerId,
  'boot-sandbox' | 'stop-sandbox' | 'wake-sandbox' | 'run-start-task' | 'deliver-messages'
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

export const readSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem');
export const readSandboxes: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'BatchGetItem');
export const listSandboxes: Grant = (fn, { data }) => data.sandboxes.allowQueryOf(fn, 'created_at_index');

/** What an agent does changes its sandbox, and never whether it counts. */
export const writeSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem', 'PutItem');

/** A sandbox and its owner's count of running ones change together. */
export const changeSandbox = all(writeSandbox, (fn, { data }) => data.owners.allow(fn, 'UpdateItem'));

/** Whoever starts a sandbox may be over the limit: which others run is then read, to name them or to pause the oldest. */
export const newSandbox: Grant = (fn, { data, settings }) => {
  data.sandboxes.allow(fn, 'PutItem', 'Query');
  data.owners.allow(fn, 'UpdateItem');
  fn.addEnvironment('SANDBOX_LIMIT', String(settings.sandboxLimit));
};

/** The same for one that is there already, or whose id may have been used before. */
export const startSandbox = all(readSandbox, newSandbox);

export const readConversation: Grant = (fn, { data }) => data.conversations.allow(fn, 'GetItem');
export const readConversations: Grant = (fn, { data }) => data.conversations.allow(fn, 'BatchGetItem');
export const listConversations: Grant = (fn, { data }) => data.conversations.allowQueryOf(fn, 'created_at_index');

/** What clients see of a conversation includes where its sandbox is, and the key to it. */
export const showSandboxes = all(readSandboxes, deriveKeys);

/** Conversation, start task and sandbox come to be in one transaction. */
export const createConversation = all(startSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'GetItem', 'PutItem');
  data.startTasks.allow(fn, 'PutItem');
});

/** In the current generation it may also join a running sandbox and a parent conversation, and start one again. */
export const createAppConversation = all(createConversation, (fn, { data }) => {
  data.sandboxes.allow(fn, 'UpdateItem');
  data.conversations.allow(fn, 'UpdateItem');
});

/** The conversations below it go with it, and the sandbox with the last one. Its parent's list is kept true. */
export const deleteConversation = all(readConversation, readConversations, changeSandbox, (fn, { data }) => {
  data.conversations.allow(fn, 'DeleteItem', 'UpdateItem');
});

/** Talking to the agent of a conversation: where it is, and the key to it. */
export const reachAgent = all(readConversation, readSandbox, deriveKeys);

/** A new title is told to the agent where it runs. */
export const renameConversation = all(readSandbox, deriveKeys, (fn, { data }) => {
  data.conversations.allow(fn, 'UpdateItem');
});

/** A message waits for the end of a start, and is delivered at once where there is none. */
export const queueMessage: Grant = (fn, { data, allowInvoke }) => {
  data.pendingMessages.allow(fn, 'Query', 'PutItem');
  data.startTasks.allow(fn, 'GetItem');
  data.startTasks.allowQueryOf(fn, 'created_at_index');
  allowInvoke(fn, 'deliver-messages');
};
