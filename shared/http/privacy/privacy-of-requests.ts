import { DynamoPrivacy, type Privacy } from '../../domain/accounts/privacy/dynamo-privacy.ts';
import { documents } from '../../platform/aws/documents.ts';
import { requireEnv } from '../../platform/env.ts';

/** Bundles of functions whose requests name nothing that can be private leave it out (`infra/bundling/plugins.ts`). */
export function privacyOfRequests(): Privacy {
  // A function has the variables of the tables that its requests name (`commonRights`).
  return new DynamoPrivacy(documents(), {
    get conversations() {
      return requireEnv('CONVERSATIONS_TABLE');
    },
    get sandboxes() {
      return requireEnv('SANDBOXES_TABLE');
    },
    get snapshots() {
      return requireEnv('SNAPSHOTS_TABLE');
    },
    get startTasks() {
      return requireEnv('START_TASKS_TABLE');
    },
  });
}
