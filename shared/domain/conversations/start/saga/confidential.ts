import { StartRequest } from '../../../../contract/shapes/start-request.ts';
import type { Vault } from '../../../../platform/vault.ts';
import type { SandboxKeys } from '../../../sandboxes/agent/keys.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { SettingsReader, StartChoice } from '../../../settings/start-settings.ts';
import { textsIn } from '../../agent/foreign-text.ts';
import type { Conversation } from '../../record/conversation.ts';
import type { StepContext } from '../agent/start-context.ts';
import { opened } from '../task/start-secrets.ts';
import type { StartTask } from '../task/start-task.ts';

/** What a start needs to know and may not repeat. */
type Confidential = Pick<StepContext, 'agent' | 'settings' | 'secrets'>;

interface ConfidentialDeps {
  readonly keys: SandboxKeys;
  readonly settings: SettingsReader;
  readonly vault: Vault;
}

/** Reads and opens it. @param url of the agent server */
export async function confidential(
  task: StartTask,
  conversation: Conversation,
  sandbox: Sandbox,
  url: string,
  deps: ConfidentialDeps,
): Promise<Confidential> {
  const [sessionKey, settings, secrets] = await Promise.all([
    deps.keys.sessionKey(sandbox),
    deps.settings.forStart(task.owner_id, choiceOf(task, conversation)),
    opened(task, deps.vault),
  ]);
  return { agent: { url, sessionKey }, settings, secrets };
}

/** What the conversation was started with. An agent profile of its request is that of all its starts. */
function choiceOf({ request }: StartTask, conversation: Conversation): StartChoice {
  const { llm_profile: llmProfile, launched_agent_profile: launched } = conversation;
  const { agent_profile_id: requested, agent_kind: kind, agent_type: type } = StartRequest.parse(request);
  const agentProfileId = launched?.agent_profile_id ?? requested;
  // Only the standard agent writes plans.
  return { llmProfile: llmProfile ?? null, agentProfileId, agentKind: type === 'plan' ? 'openhands' : kind };
}

/** Every text that no detail and no log may repeat. */
export function secretsIn({ agent, settings, secrets }: Confidential): readonly string[] {
  const { llm, agent: own, gitTokens, mcpConfig } = settings;
  const kept = [...settings.secrets.values()].map(({ value }) => value);
  const sealed = [...(llm.secrets ?? []), ...(own?.secrets ?? [])];
  const tokens = [...gitTokens.values()].map(({ token }) => token);
  return [
    agent.sessionKey,
    llm.apiKey ?? '',
    ...sealed,
    ...kept,
    ...tokens,
    ...textsIn(mcpConfig),
    ...textsIn(secrets),
  ];
}
