import * as z from 'zod';

/** Describes the settings forms of user interfaces: the fields that conversations of this service follow. */
const Field = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  section: z.string(),
  section_label: z.string(),
  value_type: z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  prominence: z.enum(['critical', 'major', 'minor']),
  depends_on: z.array(z.string()),
  secret: z.boolean(),
  choices: z.array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() })),
  variant: z.string().nullable(),
});

export const SettingsSchema = z
  .object({
    model_name: z.string(),
    sections: z.array(
      z.object({ key: z.string(), label: z.string(), fields: z.array(Field), variant: z.string().nullable() }),
    ),
  })
  .meta({ id: 'SettingsSchema' });

const rest = { depends_on: [], secret: false, choices: [], variant: null };
const llm = { ...rest, section: 'llm', section_label: 'Language model', value_type: 'string', default: null } as const;
const general = { ...rest, section: 'general', section_label: 'General' } as const;
const verification = { ...rest, section: 'verification', section_label: 'Verification' } as const;

/** The form of agent settings. */
export const agentSettingsForm = {
  model_name: 'AgentSettings',
  sections: [
    {
      key: 'llm',
      label: 'Language model',
      variant: null,
      fields: [
        {
          ...llm,
          key: 'llm.model',
          label: 'Model',
          description: 'As provider/model. Without one, conversations use what the service offers.',
          prominence: 'critical',
        },
        {
          ...llm,
          key: 'llm.api_key',
          label: 'API key',
          description: 'Your own key to the model.',
          prominence: 'critical',
          secret: true,
        },
        {
          ...llm,
          key: 'llm.base_url',
          label: 'Base URL',
          description: 'Where the model is served, if not at its provider.',
          prominence: 'major',
        },
      ],
    },
  ],
} as const;

/** The form of conversation settings. */
export const conversationSettingsForm = {
  model_name: 'ConversationSettings',
  sections: [
    {
      key: 'general',
      label: 'General',
      variant: null,
      fields: [
        {
          ...general,
          key: 'max_iterations',
          label: 'Max iterations',
          description: 'How many steps an agent takes before it stops.',
          value_type: 'integer',
          default: 500,
          prominence: 'major',
        },
      ],
    },
    {
      key: 'verification',
      label: 'Verification',
      variant: null,
      fields: [
        {
          ...verification,
          key: 'confirmation_mode',
          label: 'Confirmation mode',
          description: 'The agent asks before each action.',
          value_type: 'boolean',
          default: false,
          prominence: 'critical',
        },
      ],
    },
  ],
} as const;
