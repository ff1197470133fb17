import * as z from 'zod';
import { Json } from './json.ts';
import { freeText, line } from './text.ts';

/** The sections of an agent, in settings and in agent profiles. Agent servers may have further fields. */

const names = (most: number) => z.array(line(200)).max(most).nullish();
const seconds = z.number().positive().max(86_400).nullish();
const count = z.int().min(1).max(100_000).nullish();
const share = z.number().min(0).max(1).nullish();

/** Settings that condense a long history. */
const Condenser = z
  .object({
    enabled: z.boolean().nullish(),
    condenser_kind: z.enum(['llm_summarizing', 'no_op']).nullish(),
    max_size: count,
    max_tokens: z.int().min(1).max(100_000_000).nullish(),
    keep_first: z.int().min(0).max(100_000).nullish(),
    minimum_progress: share,
    hard_context_reset_max_retries: count,
    hard_context_reset_context_scaling: share,
  })
  .catchall(Json);

const verification = {
  critic_enabled: z.boolean().nullish(),
  critic_mode: z.enum(['finish_and_message', 'all_actions']).nullish(),
  enable_iterative_refinement: z.boolean().nullish(),
  critic_threshold: share,
  max_refinement_iterations: count,
  critic_server_url: line(2_000).nullish(),
  critic_model_name: line(500).nullish(),
};

/** Settings of the critic, which reviews the agent's work. */
export const Verification = z.object({ ...verification, critic_api_key: line(8_000).nullish() }).catchall(Json);
const KeylessVerification = z.strictObject(verification);

export const AgentContext = z
  .object({
    system_message_suffix: freeText(65_536).nullish(),
    user_message_suffix: freeText(65_536).nullish(),
    load_memory: z.boolean().nullish(),
    load_project_skills: z.boolean().nullish(),
    load_public_skills: z.boolean().nullish(),
    load_user_skills: z.boolean().nullish(),
    disabled_skills: names(1_000),
  })
  .catchall(Json);

const NO_PROFILES_THERE = 'Agents in sandboxes have no model profiles to switch between. Use switch_profile instead.';

/** The fields of the standard agent. */
export const openhandsFields = {
  agent: line(200).nullish(),
  tools: z
    .array(z.object({ name: line(200).min(1) }).catchall(Json))
    .max(100)
    .nullish(),
  persona: freeText(65_536).nullish(),
  condenser: Condenser.nullish(),
  enable_sub_agents: z.boolean().nullish(),
  enable_switch_llm_tool: z.boolean().nullish(),
  enable_classify_and_switch_llm_tool: z
    .boolean()
    .nullish()
    .refine((isOn) => isOn !== true, { error: NO_PROFILES_THERE }),
  tool_concurrency_limit: z.int().min(1).max(100).nullish(),
};

/** The fields of an agent that uses the Agent Client Protocol. */
export const acpFields = {
  acp_server: line(100).min(1).nullish(),
  acp_model: line(500).nullish(),
  acp_session_mode: line(200).nullish(),
  acp_prompt_timeout: seconds,
  acp_startup_timeout: seconds,
  acp_command: z.union([line(4_000), z.array(line(4_000)).max(100)]).nullish(),
  acp_args: z.array(line(4_000)).max(100).nullish(),
};

/** Fields of a profile that the owner's settings store differently. */
const profileFields = {
  llm_profile_ref: line(64).min(1).nullish().meta({ description: 'The name of the model profile to use.' }),
  system_message_suffix: freeText(65_536).nullish(),
  disabled_skills: names(1_000),
  public_skills: names(1_000).refine((list) => (list ?? null) === null, {
    error: 'Agents load all public skills or none. Name those to leave out in disabled_skills.',
  }),
  verification: KeylessVerification.nullish(),
  meta_profile_ref: line(64)
    .nullish()
    .refine((name) => !name, { error: NO_PROFILES_THERE }),
};

/** The fields of a profile of either kind. */
const sharedProfileFields = {
  schema_version: z.int().min(1).max(1_000).nullish(),
  agent_kind: z.enum(['openhands', 'acp']).default('openhands'),
  mcp_server_refs: names(200).meta({ description: "The owner's MCP servers to use. Null means all." }),
  secret_refs: names(1_000).meta({ description: "The owner's secrets to use. Null means all." }),
};

const openhands = { ...openhandsFields, ...profileFields };

/** The rules of an agent profile that JSON Schema cannot express. */
export const agentProfileRefusals = {
  custom:
    'a field belongs to the other agent kind, `llm_profile_ref` is missing for kind `openhands`, or `public_skills`, `meta_profile_ref` or `enable_classify_and_switch_llm_tool` is set',
} as const;

/** Set by the service. Ignored in requests, as clients send them back. */
const given = { id: z.unknown().optional(), name: z.unknown().optional(), revision: z.unknown().optional() };

/** An agent profile. Refuses unknown fields, as ignoring one would change the agent. */
export const AgentProfileInput = z
  .strictObject({ ...sharedProfileFields, ...openhands, ...acpFields, ...given })
  .superRefine((profile, context) => {
    const foreign = Object.keys(profile.agent_kind === 'acp' ? openhands : acpFields);
    const sent = new Map<string, unknown>(Object.entries(profile));
    for (const field of foreign.filter((name) => (sent.get(name) ?? null) !== null))
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `An agent of kind ${profile.agent_kind} does not have this field.`,
      });
    if (profile.agent_kind === 'openhands' && !profile.llm_profile_ref)
      context.addIssue({ code: 'custom', path: ['llm_profile_ref'], message: 'required' });
  })
  .meta({ id: 'AgentProfileInput' });

export const AgentProfileSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    agent_kind: z.enum(['openhands', 'acp']),
    revision: z.int(),
    llm_profile_ref: z.string().nullable(),
    mcp_server_refs: z.array(z.string()).nullable(),
  })
  .meta({ id: 'AgentProfileSummary' });
