import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import type { Vault } from '../../../../platform/vault.ts';
import { textsIn } from '../../../sandboxes/agent/foreign-text.ts';
import type { SandboxKeys } from '../../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { SettingsReader, StartChoice, StartModel, StartSettings } from '../../../settings/start-settings.ts';
import { type AgentModels, DirectModelError } from '../../agent/agent-models.ts';
import type { Conversation } from '../../record/conversation.ts';
import { currentModel } from '../../record/current-model.ts';
import type { StepContext } from '../agent/start-context.ts';
import { withoutCredentials } from '../task/masked-request.ts';
import { StartFailedError } from '../task/start-failed.ts';
import { openSecrets, type StartSecrets } from '../task/start-secrets.ts';
import type { StartTask } from '../task/start-task.ts';
import { type GitAccessDeps, withGitAccess } from './git-access.ts';

/** The confidential input of a start. */
type Confidential = Pick<StepContext, 'agent' | 'settings' | 'secrets' | 'model'>;

export interface ConfidentialDeps extends GitAccessDeps {
  readonly keys: SandboxKeys;
  readonly settings: SettingsReader;
  readonly vault: Vault;
  readonly agentModels: AgentModels;
}

/** Reads the confidential input of a start. @param url the URL of the agent server */
export async function confidential(
  task: StartTask,
  conversation: Conversation,
  sandbox: Sandbox,
  url: string,
  deps: ConfidentialDeps,
): Promise<Confidential> {
  const [sessionKey, own, secrets] = await Promise.all([
    deps.keys.sessionKey(sandbox),
    deps.settings
      .forStart(task.owner_id, choiceOf(task, conversation))
      .then((own) => withGitAccess(own, sandbox, conversation, deps)),
    openSecrets(task, deps.vault),
  ]);
  const { llm, model } = await modelFor(conversation, sandbox, own, deps);
  return { agent: { url, sessionKey }, settings: { ...own, llm }, secrets, model };
}

/** The model for the agent, and what the row keeps of it. Other programs have models of their own. */
async function modelFor(
  conversation: Conversation,
  sandbox: Sandbox,
  { llm: own, agent }: StartSettings,
  { agentModels }: ConfidentialDeps,
): Promise<{ readonly llm: StartModel; readonly model: StepContext['model'] }> {
  if (agent?.kind === 'acp') return { llm: own, model: { model_key_hash: null } };
  const current = currentModel(conversation, own);
  try {
    const { llm, keyHash } = await agentModels.of(conversation, sandbox, current);
    return { llm, model: { model_key_hash: keyHash, ...(keyHash === null ? {} : { llm_model: current.model }) } };
  } catch (error) {
    throw error instanceof DirectModelError ? new StartFailedError(error.message) : error;
  }
}

/** The profiles of a start. The agent profile of the first request applies to all starts of the conversation. */
function choiceOf({ request }: StartTask, conversation: Conversation): StartChoice {
  const { llm_profile: llmProfile, launched_agent_profile: launched } = conversation;
  const { agent_profile_id: requested, agent_kind: kind, agent_type: type } = StartRequest.parse(request);
  const agentProfileId = launched?.agent_profile_id ?? requested;
  // Only the standard agent can write plans.
  return { llmProfile: llmProfile ?? null, agentProfileId, agentKind: type === 'plan' ? 'openhands' : kind };
}

/** The texts that must not appear in details and logs. */
export function secretsIn({ agent, settings, secrets }: Omit<Confidential, 'model'>): readonly string[] {
  const { llm, agent: own, gitTokens, repositoryAccess, mcpConfig } = settings;
  const kept = [...settings.secrets.values()].map(({ value }) => value);
  const sealed = [...(llm.secrets ?? []), ...(own?.secrets ?? [])];
  const tokens = [...gitTokens.values()].flatMap(({ token, access }) => [token, access?.token ?? '']);
  return [
    agent.sessionKey,
    llm.apiKey ?? '',
    ...sealed,
    ...kept,
    ...tokens,
    repositoryAccess?.access?.token ?? '',
    ...textsIn(mcpConfig),
    ...textsIn([secrets.secrets, secrets.mcp_servers]),
    ...(secrets.plugins ?? []).flatMap(secretsOfPlugin),
  ];
}

/** The parameters, and the source if it has credentials, whole and as the user part of a URL. */
function secretsOfPlugin({ source, parameters }: NonNullable<StartSecrets['plugins']>[number]): readonly string[] {
  if (withoutCredentials(source) === source) return textsIn(parameters);
  const { username = '', password = '' } = URL.parse(source) ?? {};
  return [source, username, password, ...textsIn(parameters)];
}
