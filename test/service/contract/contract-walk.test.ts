import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Walk } from '../../contract/walk.ts';
import { walkAppConversations, walkDeletions, walkLegacyConversations } from '../../contract/walks/conversations.ts';
import { walkEvents, walkWebhooks } from '../../contract/walks/events.ts';
import { walkGit } from '../../contract/walks/git.ts';
import { walkKeys, walkOwners } from '../../contract/walks/keys.ts';
import { walkLimits } from '../../contract/walks/limits.ts';
import { walkSandboxSecrets, walkSecrets, walkSettings } from '../../contract/walks/people.ts';
import { walkSandboxes } from '../../contract/walks/sandboxes.ts';
import { walkSignedEvents } from '../../contract/walks/signed-events.ts';
import { walkDevice, walkEmpty, walkStartUp } from '../../contract/walks/start-up.ts';
import { walkLegacyTalk, walkSilence, walkTalk } from '../../contract/walks/talk.ts';
import { walkUsage } from '../../contract/walks/usage.ts';
import { Api } from '../../support/service/api.ts';
import type { StartedConversation } from '../../support/service/conversations.ts';
import { keepEvidence } from '../../support/service/evidence.ts';
import { HostedService } from '../../support/service/hosted-service.ts';
import { anonymous, newOwner, type Owner, removeSandboxes, service, useService } from '../../support/service/owners.ts';

const walk = new Walk();
let owner: Owner;
let conversation: StartedConversation;
let legacyId: string;

/** Each function runs as it is deployed. */
const hosted = await HostedService.make('bundles');

beforeAll(async () => {
  useService(await hosted.start());
  owner = await newOwner();
});
afterAll(async () => {
  await removeSandboxes();
  await keepEvidence(hosted.stateDirectory);
  await hosted.end();
});

const agent = () => Api.withKey(service().baseUrl, conversation.sessionKey);

/** Each part uses the objects of earlier parts, and reports all its breaches at once. */
const part = (name: string, go: () => Promise<void>) =>
  it(name, async () => {
    await go();
    expect(walk.complaints.splice(0)).toEqual([]);
  });

describe('the published interface', () => {
  part('is kept by the requests that clients send at their start', () => walkStartUp(walk, owner, anonymous()));
  part('is kept by lists without items', () => walkEmpty(walk, owner));
  part('is kept by what git providers have', () => walkGit(walk, owner));
  part('is kept by the login of a device', () => walkDevice(walk, owner, anonymous()));
  part('is kept by settings', () => walkSettings(walk, owner));
  part('is kept by secrets', () => walkSecrets(walk, owner));
  part('is kept by app conversations', async () => {
    conversation = await walkAppConversations(walk, owner);
  });
  part('is kept by legacy conversations', async () => {
    legacyId = await walkLegacyConversations(walk, owner);
  });
  part('is kept by the webhooks of agents', () =>
    walkWebhooks(walk, conversation, { agent: agent(), anonymous: anonymous() }),
  );
  part('is kept by events', () => walkEvents(walk, owner, conversation));
  part('is kept by the secrets that an agent reads', () =>
    walkSandboxSecrets(walk, owner, { sandboxId: conversation.sandboxId, agent: agent(), anonymous: anonymous() }),
  );
  part('is kept by messages of the current generation', () => walkTalk(walk, owner, conversation));
  part('is kept by messages of the legacy generation', () => walkLegacyTalk(walk, owner, conversation));
  part('is kept by sandboxes', () => walkSandboxes(walk, owner, conversation.sandboxId));
  part('is kept by limits and the audit log', async () => {
    const auditor = await newOwner(['--scopes', 'audit:read'], owner.name);
    await walkLimits(walk, auditor.api, anonymous());
  });
  part('is kept by keys', () => walkKeys(walk, owner, anonymous()));
  part('is kept by owners and administrators', async () => {
    const administrator = await newOwner(['--scopes', 'admin']);
    await walkOwners(walk, administrator.api, owner);
  });
  part('is kept by usage', () => walkUsage(walk, owner, anonymous()));
  part('is kept by webhook endpoints and their deliveries', () => walkSignedEvents(walk, owner, anonymous()));
  part('is kept by refusals of paused and deleted sandboxes', () => walkSilence(walk, owner, conversation));
  part('is kept by deletions', () => walkDeletions(walk, owner, conversation.id, legacyId));

  it('every endpoint is called by the walk', async () => {
    const { body } = await anonymous().get('/openapi.json');
    const all = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    );

    const missed = all.filter((route) => !walk.visited.has(route));
    expect(missed.map((route) => `${route} is visited by no walk: visit it in test/contract/walks/`)).toEqual([]);
  });

  it('every kind of failure that a caller can cause is seen by the walk', () => {
    const made = [400, 401, 403, 404, 409, 410, 413, 415, 422];

    expect(made.filter((status) => !walk.statuses.has(status))).toEqual([]);
  });
});
