import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Walk } from '../../contract/walk.ts';
import { walkBroker } from '../../contract/walks/broker.ts';
import { walkCommands } from '../../contract/walks/commands.ts';
import { walkAppConversations, walkDeletions, walkLegacyConversations } from '../../contract/walks/conversations.ts';
import { walkEvents, walkSharing, walkWebhooks } from '../../contract/walks/events.ts';
import { walkFiles } from '../../contract/walks/files.ts';
import { walkGit } from '../../contract/walks/git.ts';
import { walkKeys, walkOwners } from '../../contract/walks/keys.ts';
import { walkLimits } from '../../contract/walks/limits.ts';
import { walkMcp } from '../../contract/walks/mcp.ts';
import { walkOrganizationConversations, walkOrganizations } from '../../contract/walks/organizations.ts';
import { walkSandboxSecrets, walkSecrets, walkSettings } from '../../contract/walks/people.ts';
import { walkPrebuilds } from '../../contract/walks/prebuilds.ts';
import { walkSandboxes } from '../../contract/walks/sandboxes.ts';
import { walkSignedEvents } from '../../contract/walks/signed-events.ts';
import { walkConversationForks, walkSnapshots } from '../../contract/walks/snapshots.ts';
import { walkDevice, walkEmpty, walkStartUp } from '../../contract/walks/start-up.ts';
import { walkLegacyTalk, walkSilence, walkTalk } from '../../contract/walks/talk.ts';
import { walkUsage } from '../../contract/walks/usage.ts';
import type { StartedConversation } from '../../support/service/conversations.ts';
import { HostedService } from '../../support/service/hosted-service.ts';
import { anonymous, newOwner, type Owner, removeSandboxes, useService } from '../../support/service/owners.ts';
import { agentWith } from '../../support/service/webhooks.ts';

const walk = new Walk();
let owner: Owner;
let conversation: StartedConversation;
let legacyId: string;

/** Runs the deployed bundles. */
const hosted = await HostedService.make('bundles');

beforeAll(async () => {
  useService(await hosted.start());
  owner = await newOwner();
});
afterAll(async () => {
  await removeSandboxes();
  await hosted.end();
});

const agent = () => agentWith(conversation.sessionKey);

/** A part of the walk uses the objects of earlier parts, and reports all its violations at once. */
const part = (name: string, go: () => Promise<void>) =>
  it(name, async () => {
    await go();
    expect(walk.complaints.splice(0)).toEqual([]);
  });

describe('the published contract', () => {
  part('covers the requests that clients send at their start', () => walkStartUp(walk, owner, anonymous()));
  part('covers lists without items', () => walkEmpty(walk, owner));
  part('covers git providers', () => walkGit(walk, owner));
  part('covers the login of a device', () => walkDevice(walk, owner, anonymous()));
  part('covers settings', () => walkSettings(walk, owner));
  part('covers organizations', () => walkOrganizations(walk, owner));
  part('covers secrets', () => walkSecrets(walk, owner));
  part('covers app conversations', async () => {
    conversation = await walkAppConversations(walk, owner);
  });
  part('covers legacy conversations', async () => {
    legacyId = await walkLegacyConversations(walk, owner);
  });
  part('covers conversations of organizations', () => walkOrganizationConversations(walk, owner));
  part('covers the webhooks of agents', async () =>
    walkWebhooks(walk, conversation, { agent: await agent(), anonymous: anonymous() }),
  );
  part('covers events', () => walkEvents(walk, owner, conversation));
  part('covers sharing', () => walkSharing(walk, owner, conversation));
  part('covers the secrets that an agent reads', async () =>
    walkSandboxSecrets(walk, owner, {
      sandboxId: conversation.sandboxId,
      agent: await agent(),
      anonymous: anonymous(),
    }),
  );
  part('covers messages of the current generation', () => walkTalk(walk, owner, conversation));
  part('covers messages of the legacy generation', () => walkLegacyTalk(walk, owner, conversation));
  part('covers snapshots and forks', () => walkSnapshots(walk, owner, conversation.sandboxId));
  part('covers forks of conversations', () => walkConversationForks(walk, owner, conversation.id));
  part('covers prebuilds', () => walkPrebuilds(walk, owner, anonymous()));
  part('covers sandboxes', () => walkSandboxes(walk, owner, conversation.sandboxId));
  part('covers commands of sandboxes', () => walkCommands(walk, owner, conversation.sandboxId));
  part('covers files of sandboxes', () => walkFiles(walk, owner, conversation.sandboxId));
  part('covers limits and the audit log', async () => {
    const auditor = await newOwner(['--scopes', 'audit:read'], owner.name);
    await walkLimits(walk, auditor.api, anonymous());
  });
  part('covers keys', () => walkKeys(walk, owner, anonymous()));
  part('covers owners and administrators', async () => {
    const administrator = await newOwner(['--scopes', 'admin']);
    await walkOwners(walk, administrator.api, owner);
  });
  part('covers usage', () => walkUsage(walk, owner, anonymous()));
  part('covers tools', () => walkMcp(walk, owner, anonymous()));
  part('covers the model broker', () => walkBroker(walk, anonymous()));
  part('covers webhook endpoints and their deliveries', () => walkSignedEvents(walk, owner, anonymous()));
  part('covers refusals of paused and deleted sandboxes', () => walkSilence(walk, owner, conversation));
  part('covers deletions', () => walkDeletions(walk, owner, conversation.id, legacyId));

  it('every endpoint is called by the walk', async () => {
    const { body } = await anonymous().get('/openapi.json');
    const all = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    );

    const missed = all.filter((route) => !walk.visited.has(route));
    expect(missed.map((route) => `No walk calls ${route}. Add a call to test/contract/walks/.`)).toEqual([]);
  });

  it('the walk meets every status that a caller can cause', () => {
    const made = [400, 401, 403, 404, 409, 410, 412, 413, 415, 416, 422];

    expect(made.filter((status) => !walk.statuses.has(status))).toEqual([]);
  });
});
