import * as agentProxy from './agent-proxy.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as conversations from './conversations.ts';
import * as device from './device.ts';
import * as events from './events.ts';
import * as git from './git.ts';
import * as keys from './keys.ts';
import * as messages from './messages.ts';
import * as models from './models.ts';
import * as owners from './owners.ts';
import * as profiles from './profiles.ts';
import * as sandboxSecrets from './sandbox-secrets.ts';
import * as sandboxSpecs from './sandbox-specs.ts';
import * as sandboxes from './sandboxes.ts';
import * as secrets from './secrets.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';
import * as startTasks from './start-tasks.ts';
import * as startUp from './start-up.ts';
import * as users from './users.ts';
import * as webhookEndpoints from './webhook-endpoints.ts';
import * as webhooks from './webhooks.ts';

/** The route table. Functions import their own endpoint only, as this file loads the schemas of all. */
export const endpoints = [
  conversations.createConversation,
  conversations.listConversations,
  conversations.getConversation,
  conversations.deleteConversation,
  conversations.createAppConversation,
  conversations.streamStartAppConversation,
  conversations.listAppConversations,
  conversations.searchAppConversations,
  conversations.countAppConversations,
  conversations.getAppConversation,
  conversations.deleteAppConversation,
  startTasks.batchGetStartTasks,
  startTasks.searchStartTasks,
  startTasks.countStartTasks,
  conversations.updateAppConversation,
  conversations.updateConversation,
  conversations.startConversation,
  conversations.stopConversation,
  conversations.getConversationConfig,
  agentProxy.getVscodeUrl,
  agentProxy.getWebHosts,
  messages.postMessage,
  messages.postEvent,
  agentProxy.listMicroagents,
  messages.getRememberPrompt,
  agentProxy.zipDirectory,
  agentProxy.listFiles,
  agentProxy.selectFile,
  agentProxy.listChanges,
  agentProxy.getDiff,
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
  billing.getLimits,
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
  users.listOrganizations,
  users.getOrganizationMember,
  users.listOrganizationProfiles,
  settings.getSettings,
  settings.updateSettings,
  settings.getLegacySettings,
  settings.updateLegacySettings,
  settings.getAgentSettingsSchema,
  settings.getConversationSettingsSchema,
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
  billing.getUsage,
  users.getCurrentUser,
  service.getAlive,
  service.getHealth,
  service.getReady,
  service.getServerInfo,
  service.getOpenapi,
  service.getMigrationGuide,
  service.getDocs,
] as const;

/** An endpoint that code answers, in a function of its own. The others are constant. */
export type CodedEndpoint = Exclude<(typeof endpoints)[number], { readonly constant: unknown }>;
export type EndpointId = CodedEndpoint['id'];

export const codedEndpoints: readonly CodedEndpoint[] = endpoints.filter(isCoded);

function isCoded(endpoint: (typeof endpoints)[number]): endpoint is CodedEndpoint {
  return !('constant' in endpoint);
}
