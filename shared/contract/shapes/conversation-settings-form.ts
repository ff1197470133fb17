import { formSection } from './settings-forms.ts';

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
