import { Walk } from '../../contract/walk.ts';
import { walkAppConversations, walkDeletions, walkLegacyConversations } from '../../contract/walks/conversations.ts';
import { walkEvents, walkSharing, walkWebhooks } from '../../contract/walks/events.ts';
import { walkGit } from '../../contract/walks/git.ts';
import { walkKeys, walkOwners } from '../../contract/walks/keys.ts';
import { walkLimits } from '../../contract/walks/limits.ts';
import { walkOrganizationConversations, walkOrganizations } from '../../contract/walks/organizations.ts';
import { walkSandboxSecrets, walkSecrets, walkSettings } from '../../contract/walks/people.ts';
import { walkSandboxes } from '../../contract/walks/sandboxes.ts';
import { walkSignedEvents } from '../../contract/walks/signed-events.ts';
import { walkDevice, walkStartUp } from '../../contract/walks/start-up.ts';
import { walkLegacyTalk, walkTalk } from '../../contract/walks/talk.ts';
import { walkUsage } from '../../contract/walks/usage.ts';
import { anonymous, newOwner, removeSandboxes } from '../../support/service/owners.ts';
import { agentWith } from '../../support/service/webhooks.ts';

/** Calls every endpoint as a new owner. `test/service/contract` checks the answers. */
export async function walkAll(): Promise<void> {
  const walk = new Walk();
  const owner = await newOwner();
  await walkStartUp(walk, owner, anonymous());
  await walkGit(walk, owner);
  await walkDevice(walk, owner, anonymous());
  await walkSettings(walk, owner);
  await walkOrganizations(walk, owner);
  await walkSecrets(walk, owner);
  const conversation = await walkAppConversations(walk, owner);
  const legacyId = await walkLegacyConversations(walk, owner);
  await walkOrganizationConversations(walk, owner);
  const agent = await agentWith(conversation.sessionKey);
  const parties = { agent, anonymous: anonymous() };
  await walkWebhooks(walk, conversation, parties);
  await walkEvents(walk, owner, conversation);
  await walkSharing(walk, owner, conversation);
  await walkSandboxSecrets(walk, owner, { sandboxId: conversation.sandboxId, ...parties });
  await walkTalk(walk, owner, conversation);
  await walkLegacyTalk(walk, owner, conversation);
  await walkSandboxes(walk, owner, conversation.sandboxId);
  await walkSignedEvents(walk, owner, anonymous());
  await walkKeys(walk, owner, anonymous());
  await walkLimits(walk, (await newOwner(['--scopes', 'audit:read'], owner.name)).api, anonymous());
  await walkOwners(walk, (await newOwner(['--scopes', 'admin'])).api, owner);
  await walkUsage(walk, owner, anonymous());
  await walkDeletions(walk, owner, conversation.id, legacyId);
  await removeSandboxes();
}
