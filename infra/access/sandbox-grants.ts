import { all } from './grants.ts';
import type { Grant } from './resources.ts';

/** The operation gives sandboxes their addresses; without an edge, these are those of their tasks. */
export const addressSandboxes: Grant = (fn, { ingress }) => {
  if (ingress !== undefined) fn.addEnvironment('SANDBOX_ADDRESS', ingress.sandboxAddress);
};

/** The keys of sandboxes derive from the master secret wherever they are shown or used. */
export const deriveKeys: Grant = (fn, { data }) => data.masterSecret.allowRead(fn);

export const readSandbox: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'GetItem');

/** The operation takes a place while it waits, and gives it back. */
export const takePlacesToWait: Grant = (fn, { data, settings }) => {
  data.waits.allow(fn, 'UpdateItem');
  fn.addEnvironment('WAITS_PER_KEY', String(settings.waitsPerKey));
  fn.addEnvironment('WAITS', String(settings.waits));
};

export const readSandboxes: Grant = (fn, { data }) => data.sandboxes.allow(fn, 'BatchGetItem');
export const listSandboxes: Grant = (fn, { data }) => data.sandboxes.allowQueryOf(fn, 'created_at_index');

export const listDeletions: Grant = (fn, { data }) => data.sandboxes.allowQueryOf(fn, 'deleted_index');

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

/** What one conversation costs: the intervals of its sandbox. */
export const readSandboxUsage: Grant = (fn, { data }) => data.usage.allow(fn, 'Query');

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

/** Verifies the session key that a sandbox sends. */
export const knowSandbox = all(readSandbox, deriveKeys);
