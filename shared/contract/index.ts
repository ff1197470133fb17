import * as agentProxy from './agent-proxy.ts';
import * as appConversations from './app-conversations.ts';
import * as audit from './audit.ts';
import * as conversationUpdates from './conversation-updates.ts';
import * as conversations from './conversations.ts';
import * as device from './device.ts';
import * as events from './events.ts';
import * as git from './git.ts';
import * as keys from './keys.ts';
import * as legacyConversation from './legacy-conversation.ts';
import * as limits from './limits.ts';
import * as messages from './messages.ts';
import * as migration from './migration.ts';
import * as models from './models.ts';
import * as organizations from './organizations.ts';
import * as owners from './owners.ts';
import * as profiles from './profiles.ts';
import * as sandboxSecrets from './sandbox-secrets.ts';
import * as sandboxSpecs from './sandbox-specs.ts';
import * as sandboxes from './sandboxes.ts';
import * as secrets from './secrets.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';
import * as settingsSchema from './settings-schema.ts';
import * as startUp from './start-up.ts';
import * as usage from './usage.ts';
import * as users from './users.ts';
import * as webhookEndpoints from './webhook-endpoints.ts';
import * as webhooks from './webhooks.ts';

/** The route table: every endpoint there is. Functions import their own endpoint only, as this file holds the schemas of all. */
export const endpoints = [
  conversations.createConversation,
  conversations.listConversations,
  conversations.getConversation,
  conversations.deleteConversation,
  appConversations.createAppConversation,
  appConversations.streamStartAppConversation,
  appConversations.listAppConversations,
  appConversations.searchAppConversations,
  appConversations.countAppConversations,
  appConversations.getAppConversation,
  appConversations.deleteAppConversation,
  appConversations.batchGetStartTasks,
  appConversations.searchStartTasks,
  appConversations.countStartTasks,
  conversationUpdates.updateAppConversation,
  conversationUpdates.updateConversation,
  legacyConversation.startConversation,
  legacyConversation.stopConversation,
  legacyConversation.getConversationConfig,
  legacyConversation.getVscodeUrl,
  legacyConversation.getWebHosts,
  legacyConversation.postMessage,
  legacyConversation.postEvent,
  legacyConversation.listMicroagents,
  legacyConversation.getRememberPrompt,
  legacyConversation.zipDirectory,
  legacyConversation.listFiles,
  legacyConversation.selectFile,
  legacyConversation.listChanges,
  legacyConversation.getDiff,
  messages.sendMessage,
  messages.queueMessage,
  agentProxy.readConversationFile,
  agentProxy.getGitChanges,
  agentProxy.getGitDiff,
  agentProxy.listSkills,
  agentProxy.listHooks,
  agentProxy.switchProfile,
  agentProxy.switchAcpModel,
  events.searchConversationEvents,
  events.countConversationEvents,
  events.batchGetConversationEvents,
  events.searchEvents,
  events.countEvents,
  events.batchGetEvents,
  events.listEvents,
  events.getTrajectory,
  events.downloadConversation,
  webhooks.receiveConversation,
  webhooks.receiveEvents,
  webhooks.receiveSandboxConversation,
  webhooks.receiveSandboxEvents,
  webhookEndpoints.createWebhookEndpoint,
  webhookEndpoints.listWebhookEndpoints,
  webhookEndpoints.getWebhookEndpoint,
  webhookEndpoints.updateWebhookEndpoint,
  webhookEndpoints.deleteWebhookEndpoint,
  webhookEndpoints.rotateWebhookSecret,
  webhookEndpoints.pingWebhookEndpoint,
  webhookEndpoints.listWebhookMessages,
  webhookEndpoints.getWebhookMessage,
  webhookEndpoints.redeliverWebhookMessage,
  sandboxes.searchSandboxes,
  sandboxes.batchGetSandboxes,
  sandboxes.getSandbox,
  sandboxes.startSandbox,
  sandboxes.pauseSandbox,
  sandboxes.resumeSandbox,
  sandboxes.deleteSandbox,
  sandboxSpecs.searchSandboxSpecs,
  sandboxSpecs.batchGetSandboxSpecs,
  keys.getCurrentKey,
  keys.listKeys,
  keys.createKey,
  keys.getKey,
  keys.revokeKey,
  keys.rotateKey,
  owners.createOwner,
  owners.listOwners,
  owners.getOwner,
  owners.updateOwner,
  owners.createOwnerKey,
  limits.getLimits,
  audit.listAudit,
  device.authorizeDevice,
  device.getDeviceToken,
  device.showDevicePage,
  device.verifyDevice,
  startUp.authenticate,
  startUp.getAgents,
  startUp.getSecurityAnalyzers,
  startUp.getAgentProfiles,
  startUp.getLlmKey,
  startUp.getLlmKeyPermitted,
  startUp.searchSkills,
  git.getSuggestedTasks,
  git.getRepositories,
  git.findRepositories,
  git.getBranches,
  git.getInstallations,
  git.searchInstallations,
  git.searchRepositories,
  git.searchBranches,
  git.searchSuggestedTasks,
  git.getGitOrganizations,
  startUp.getOptionsConfig,
  startUp.getWebClientConfig,
  startUp.getSaas,
  models.getModels,
  models.searchModels,
  models.searchProviders,
  git.getUserInfo,
  git.getGitInfo,
  organizations.listOrganizations,
  organizations.getOrganizationMember,
  organizations.listOrganizationProfiles,
  settings.getSettings,
  settings.updateSettings,
  settings.getLegacySettings,
  settings.updateLegacySettings,
  settingsSchema.getAgentSettingsSchema,
  settingsSchema.getConversationSettingsSchema,
  profiles.listProfiles,
  profiles.getProfile,
  profiles.saveProfile,
  profiles.deleteProfile,
  profiles.activateProfile,
  profiles.renameProfile,
  secrets.searchSecrets,
  secrets.createSecret,
  secrets.updateSecret,
  secrets.deleteSecret,
  secrets.addGitProviders,
  secrets.removeGitProviders,
  secrets.listLegacySecrets,
  secrets.createLegacySecret,
  secrets.updateLegacySecret,
  secrets.deleteLegacySecret,
  secrets.addLegacyGitProviders,
  secrets.unsetLegacyProviderTokens,
  sandboxSecrets.listSandboxSecrets,
  sandboxSecrets.getSandboxSecret,
  sandboxSecrets.getWebhookSecret,
  usage.getUsage,
  users.getCurrentUser,
  service.getAlive,
  service.getHealth,
  service.getReady,
  service.getServerInfo,
  service.getOpenapi,
  migration.getMigrationGuide,
  service.getDocs,
] as const;

/** An endpoint that code answers, in a function of its own. The others are constant. */
type CodedEndpoint = Exclude<(typeof endpoints)[number], { readonly constant: unknown }>;
export type EndpointId = CodedEndpoint['id'];

export const codedEndpoints: readonly CodedEndpoint[] = endpoints.filter(isCoded);

function isCoded(endpoint: (typeof endpoints)[number]): endpoint is CodedEndpoint {
  return !('constant' in endpoint);
}
