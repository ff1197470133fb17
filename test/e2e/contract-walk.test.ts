import { beforeAll, describe, expect, it } from 'vitest';
import { Walk } from '../contract/walk.ts';
import { walkAppConversations, walkDeletions, walkLegacyConversations } from '../contract/walks/conversations.ts';
import { walkEvents, walkWebhooks } from '../contract/walks/events.ts';
import { walkKeys, walkOwners } from '../contract/walks/keys.ts';
import { walkLimits } from '../contract/walks/limits.ts';
import { walkSandboxSecrets, walkSecrets, walkSettings } from '../contract/walks/people.ts';
import { walkSandboxes } from '../contract/walks/sandboxes.ts';
import { walkSignedEvents } from '../contract/walks/signed-events.ts';
import { walkDevice, walkEmpty, walkStartUp } from '../contract/walks/start-up.ts';
import { walkLegacyTalk, walkSilence, walkTalk } from '../contract/walks/talk.ts';
import { walkUsage } from '../contract/walks/usage.ts';
import { Api } from './support/api.ts';
import type { StartedConversation } from './support/conversations.ts';
import { newOwner, nobody, type Owner, service } from './support/owners.ts';

const walk = new Walk();
let owner: Owner;
let conversation: StartedConversation;
let legacyId: string;

beforeAll(async () => {
  owner = await newOwner();
});

/** Whoever holds the session key of the conversation's sandbox. */
const agent = () => Api.withKey(service().baseUrl, conversation.sessionKey);

/** Each part reads what the parts before it left; what breaks the published interface is told at once, all of it. */
const part = (name: string, go: () => Promise<void>) =>
  it(name, async () => {
    await go();
    expect(walk.complaints.splice(0)).toEqual([]);
  });

describe('the published interface is kept', () => {
  part('when clients start', () => walkStartUp(walk, owner, nobody()));
  part('by what is empty', () => walkEmpty(walk, owner));
  part('when a device logs in', () => walkDevice(walk, owner, nobody()));
  part('by settings', () => walkSettings(walk, owner));
  part('by secrets', () => walkSecrets(walk, owner));
  part('by app conversations', async () => {
    conversation = await walkAppConversations(walk, owner);
  });
  part('by legacy conversations', async () => {
    legacyId = await walkLegacyConversations(walk, owner);
  });
  part('by what agents report', () => walkWebhooks(walk, conversation, { agent: agent(), nobody: nobody() }));
  part('by histories', () => walkEvents(walk, owner, conversation));
  part('by what agents may know', () =>
    walkSandboxSecrets(walk, owner, { sandboxId: conversation.sandboxId, agent: agent(), nobody: nobody() }),
  );
  part('by talking', () => walkTalk(walk, owner, conversation));
  part('by talking as before', () => walkLegacyTalk(walk, owner, conversation));
  part('by sandboxes', () => walkSandboxes(walk, owner, conversation.sandboxId));
  part('by limits and what was done', async () => {
    const auditor = await newOwner(['--scopes', 'audit:read'], owner.name);
    await walkLimits(walk, auditor.api, nobody());
  });
  part('by keys', () => walkKeys(walk, owner, nobody()));
  part('by owners and who administers them', async () => {
    const administrator = await newOwner(['--scopes', 'admin']);
    await walkOwners(walk, administrator.api, owner);
  });
  part('by what was used', () => walkUsage(walk, owner, nobody()));
  part('where signed events go', () => walkSignedEvents(walk, owner, nobody()));
  part('by what rests and what is gone', () => walkSilence(walk, owner, conversation));
  part('by what deletes', () => walkDeletions(walk, owner, conversation.id, legacyId));

  it('by every endpoint there is', async () => {
    const { body } = await nobody().get('/openapi.json');
    const all = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    );

    expect(all.filter((route) => !walk.visited.has(route))).toEqual([]);
  });

  it('by every kind of failure that a caller can make', () => {
    const made = [400, 401, 403, 404, 409, 410, 413, 415, 422];

    expect(made.filter((status) => !walk.statuses.has(status))).toEqual([]);
  });
});
