import { Walk } from '../contract/walk.ts';
import { walkAppConversations, walkDeletions, walkLegacyConversations } from '../contract/walks/conversations.ts';
import { walkEvents, walkWebhooks } from '../contract/walks/events.ts';
import { walkGit } from '../contract/walks/git.ts';
import { walkKeys, walkOwners } from '../contract/walks/keys.ts';
import { walkLimits } from '../contract/walks/limits.ts';
import { walkSandboxSecrets, walkSecrets, walkSettings } from '../contract/walks/people.ts';
import { walkSandboxes } from '../contract/walks/sandboxes.ts';
import { walkSignedEvents } from '../contract/walks/signed-events.ts';
import { walkDevice, walkStartUp } from '../contract/walks/start-up.ts';
import { walkLegacyTalk, walkTalk } from '../contract/walks/talk.ts';
import { walkUsage } from '../contract/walks/usage.ts';
import { Api } from '../support/service/api.ts';
import { anonymous, newOwner, service } from '../support/service/owners.ts';
import { pausesAndResumes } from './day/pauses-and-resumes.ts';
import { receivesSignedEvents } from './day/receives-signed-events.ts';
import { runsWorkers } from './day/runs-workers.ts';
import { worksWithFiles } from './day/works-with-files.ts';

/**
 * What people, agents and integrators do on one day: the walks that check the published interface, which call each
 * endpoint, and what workers do by events, schedules and calls. Whether the interface is kept, its own test says.
 *
 * @param say is called with each part's name as it begins
 */
export async function live(say: (part: string) => void): Promise<void> {
  const walk = new Walk();
  const owner = await newOwner();
  say('settings and secrets');
  await walkStartUp(walk, owner, anonymous());
  await walkGit(walk, owner);
  await walkDevice(walk, owner, anonymous());
  await walkSettings(walk, owner);
  await walkSecrets(walk, owner);

  say('conversations');
  const conversation = await walkAppConversations(walk, owner);
  const legacyId = await walkLegacyConversations(walk, owner);
  const agent = Api.withKey(service().baseUrl, conversation.sessionKey);
  const parties = { agent, anonymous: anonymous() };
  await walkWebhooks(walk, conversation, parties);
  await walkEvents(walk, owner, conversation);
  await walkSandboxSecrets(walk, owner, { sandboxId: conversation.sandboxId, ...parties });
  await walkTalk(walk, owner, conversation);
  await walkLegacyTalk(walk, owner, conversation);
  await worksWithFiles(owner.api, conversation);

  say('sandboxes');
  await walkSandboxes(walk, owner, conversation.sandboxId);
  await receivesSignedEvents(owner.api, () => pausesAndResumes(owner.api, conversation));
  await walkSignedEvents(walk, owner, anonymous());

  say('keys, owners and usage');
  await walkKeys(walk, owner, anonymous());
  await walkLimits(walk, (await newOwner(['--scopes', 'audit:read'], owner.name)).api, anonymous());
  await walkOwners(walk, (await newOwner(['--scopes', 'admin'])).api, owner);
  await walkUsage(walk, owner, anonymous());

  say('workers and deletions');
  await runsWorkers(owner, conversation);
  await walkDeletions(walk, owner, conversation.id, legacyId);
}
