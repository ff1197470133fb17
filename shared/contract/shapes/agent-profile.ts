import * as z from 'zod';
import { acpFields, openhandsFields, profileFields, sharedProfileFields } from './agent-sections.ts';

const openhands = { ...openhandsFields, ...profileFields };

/** The rules of an agent profile that JSON Schema cannot express. */
export const agentProfileRefusals = {
  custom: 'a field belongs to the other agent kind, or `llm_profile_ref` is missing for kind `openhands`',
} as const;

/** The service sets these. Clients can send them back; they are ignored. */
const given = { id: z.unknown().optional(), name: z.unknown().optional(), revision: z.unknown().optional() };

/**
 * An agent as its owner keeps it under a name. A field that is not known is refused, as leaving it out would make
 * another agent of it.
 */
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
