import * as z from 'zod';

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A field of a settings form. Only fields that affect this service's conversations are listed. */
const Field = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  section: z.string(),
  section_label: z.string(),
  value_type: z.enum(['string', 'integer', 'number', 'boolean', 'array', 'object']),
  default: scalar.nullable(),
  prominence: z.enum(['critical', 'major', 'minor']),
  depends_on: z.array(z.string()),
  secret: z.boolean(),
  choices: z.array(z.object({ value: scalar, label: z.string() })),
  variant: z.string().nullable(),
});
type Field = z.infer<typeof Field>;

export const SettingsSchema = z
  .object({
    model_name: z.string(),
    sections: z.array(
      z.object({ key: z.string(), label: z.string(), fields: z.array(Field), variant: z.string().nullable() }),
    ),
  })
  .meta({ id: 'SettingsSchema' });

interface SectionWords {
  readonly key: string;
  readonly label: string;
  /** The agent kind that has the section; null for all kinds. */
  readonly variant: string | null;
}

/** A field without the properties of its section, and with optional defaults. */
type FieldWords = Pick<Field, 'key' | 'label' | 'value_type' | 'prominence'> &
  Partial<Pick<Field, 'description' | 'default' | 'depends_on' | 'secret'>> & {
    /** The possible values with their labels. */
    readonly choices?: Readonly<Record<string, string>>;
  };

export function formSection({ key, label, variant }: SectionWords, fields: readonly FieldWords[]) {
  return {
    key,
    label,
    variant,
    fields: fields.map(({ choices = {}, ...field }) => ({
      description: null,
      default: null,
      depends_on: [],
      secret: false,
      ...field,
      section: key,
      section_label: label,
      choices: Object.entries(choices).map(([value, name]) => ({ value, label: name })),
      variant,
    })),
  };
}

/** The form of conversation settings. */
export const conversationSettingsForm = {
  model_name: 'ConversationSettings',
  sections: [
    formSection({ key: 'general', label: 'General', variant: null }, [
      {
        key: 'max_iterations',
        label: 'Max iterations',
        description: 'The number of steps after which the agent stops.',
        value_type: 'integer',
        default: 500,
        prominence: 'major',
      },
    ]),
    formSection({ key: 'verification', label: 'Verification', variant: null }, [
      {
        key: 'confirmation_mode',
        label: 'Confirmation mode',
        description: 'The agent asks for confirmation before it acts.',
        value_type: 'boolean',
        default: false,
        prominence: 'critical',
      },
      {
        key: 'security_analyzer',
        label: 'Security analyzer',
        description: 'With an analyzer, the agent asks only before risky actions.',
        value_type: 'string',
        default: 'llm',
        prominence: 'major',
        depends_on: ['confirmation_mode'],
        choices: { llm: 'The language model', none: 'None' },
      },
    ]),
  ],
};
