import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files in order, so that none runs alone at the end. Vitest only knows the times of an earlier run, and
 * none in a fresh clone, where it starts small files last, however long they take.
 */
const LONGEST = [
  'test/e2e/console/people-pages.test.ts',
  'test/e2e/sandboxes/forks-after-kill.test.ts',
  'test/e2e/browser/canvas-journey.test.ts',
  'test/e2e/local/service-restart.test.ts',
  'test/e2e/console/people-roles.test.ts',
  'test/e2e/sandboxes/chaos.test.ts',
  'test/e2e/console/sandboxes.test.ts',
  'test/e2e/console/conversations.test.ts',
  'test/e2e/console/people-sessions.test.ts',
  'test/e2e/sandboxes/opened-ports.test.ts',
  'test/e2e/restore/restore.test.ts',
  'test/e2e/console/people.test.ts',
  'test/e2e/sandboxes/crashes.test.ts',
  'test/e2e/local/doctor.test.ts',
  'test/e2e/console/snapshots.test.ts',
  'test/e2e/console/owners.test.ts',
  'test/e2e/console/sharing.test.ts',
  'test/e2e/sandboxes/erasure-crashes.test.ts',
  'test/e2e/acs/people.test.ts',
  'test/e2e/console/session.test.ts',
  'test/e2e/console/errors.test.ts',
  'test/e2e/clients/https-journey.test.ts',
  'test/e2e/smoke/smoke-command.test.ts',
  'test/e2e/console/settings.test.ts',
  'test/e2e/local/service-start.test.ts',
  'test/e2e/acs/errors.test.ts',
  'test/e2e/events/webhook-storm.test.ts',
  'test/e2e/console/pages.test.ts',
  'test/e2e/acs/conversations.test.ts',
  'test/e2e/console/usage.test.ts',
  'test/e2e/http/idempotency.test.ts',
  'test/e2e/acs/sign-in.test.ts',
  'test/e2e/console/keys.test.ts',
  'test/e2e/console/prebuilds.test.ts',
  'test/e2e/start-tasks/saga-crashes.test.ts',
  'test/e2e/console/many-events.test.ts',
  'test/e2e/console/talk.test.ts',
  'test/e2e/console/webhooks.test.ts',
  'test/e2e/console/overview.test.ts',
  'test/service/sandboxes/lost-workspace.test.ts',
  'test/service/contract/contract-walk.test.ts',
  'test/service/conversations/prebuilds.test.ts',
  'test/service/sandboxes/own-specs.test.ts',
  'test/service/sandboxes/forks.test.ts',
  'test/service/conversations/conversation-forks.test.ts',
  'test/service/sandboxes/spot.test.ts',
  'test/service/sandboxes/warm-pool.test.ts',
  'test/service/accounts/keys-command.test.ts',
  'test/service/agents/end-of-conversation.test.ts',
  'test/service/conversations/start-tasks.test.ts',
  'test/service/webhooks/signed-events.test.ts',
  'test/service/conversations/conversation-update.test.ts',
  'test/service/http/query-validation.test.ts',
  'test/service/conversations/app-conversation-start.test.ts',
  'test/service/sandboxes/aws-failures.test.ts',
  'test/service/sandboxes/sandbox-lifecycle.test.ts',
  'test/service/conversations/legacy-create.test.ts',
  'test/service/conversations/start-saga.test.ts',
  'test/service/sandboxes/lost-signals.test.ts',
  'test/service/http/cross-origin.test.ts',
  'test/service/http/tenancy.test.ts',
  'test/integration/domain/conversations/start/scripts.test.ts',
  'test/integration/infra/local/gateway/preflight.test.ts',
  'test/integration/bench/growth.test.ts',
  'test/integration/domain/stores.test.ts',
  'test/infra/nag.test.ts',
  'test/unit/domain/sandboxes/lifecycle/lifecycle.mutations.test.ts',
  'test/unit/domain/sandboxes/record/phase-changes.test.ts',
  'test/unit/domain/sandboxes/warm/warm-starts.test.ts',
];

/** Runs projects in Vitest's order and the longest files of each project first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const paths = LONGEST.map((path) => join(root, path));
    const missing = paths.filter((path) => !existsSync(path));
    if (missing.length > 0) throw new Error(`test/support/longest-first.ts names no file: ${missing.join(', ')}`);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = paths.indexOf(moduleId);
      return index === -1 ? paths.length : index;
    };
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort((a, b) => rank(a) - rank(b)),
    );
  }
}
