import { DynamoStartTaskReader } from '../domain/conversations/start/task/dynamo-start-task-store.ts';
import { documents } from '../platform/aws/documents.ts';
import { requireEnvInteger } from '../platform/env.ts';
import type { Granted } from '../rights/index.ts';
import { appStartDeps, conversationHomes, eventReader } from './conversations.ts';
import { forkedSandboxes } from './forks.ts';
import { snapshotStore, startSnapshotWorker } from './snapshots.ts';

export const forkDeps = (granted: Granted<'fork-conversation'>) => ({
  ...appStartDeps(granted),
  sandboxes: forkedSandboxes(granted),
  snapshots: snapshotStore(granted),
  snapshotLimit: requireEnvInteger('SNAPSHOT_LIMIT'),
  work: startSnapshotWorker(granted),
  homes: conversationHomes(granted),
  startTasks: new DynamoStartTaskReader(documents(), granted),
  events: eventReader(granted),
});
