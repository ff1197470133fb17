import type { AreaGrants } from './area-grants.ts';
import { keepEvents, readConversation, wakeStarts } from './conversation-grants.ts';
import { all, knowGitBases, publishMetrics, queueWebhooks, readStartSettings } from './grants.ts';
import { deriveKeys, readSandbox } from './sandbox-grants.ts';

export const startTasksAccess = {
  'batch-get-start-tasks': (fn, { data }) => data.startTasks.allow(fn, 'BatchGetItem'),
  'count-start-tasks': (fn, { data }) => {
    data.startTasks.allowQueryOf(fn, 'created_at_index');
    data.startTasks.allow(fn, 'GetItem');
  },
  'search-start-tasks': (fn, { data }) => {
    data.startTasks.allowQueryOf(fn, 'created_at_index');
    data.startTasks.allowQueryOf(fn, 'updated_at_index');
  },
  'dispatch-start-tasks': all(queueWebhooks, wakeStarts),
  'run-start-task': all(
    readSandbox,
    readConversation,
    deriveKeys,
    readStartSettings,
    keepEvents,
    publishMetrics,
    knowGitBases,
    (fn, resources) => {
      const { data, allowInvoke } = resources;
      data.startTasks.allow(fn, 'GetItem', 'PutItem');
      // The conversation of a start that failed gets the reason, its sandbox the time.
      data.conversations.allow(fn, 'UpdateItem');
      data.sandboxes.allow(fn, 'UpdateItem');
      data.pendingMessages.allow(fn, 'Query');
      allowInvoke(fn, 'deliver-messages');
    },
  ),
} satisfies AreaGrants;
