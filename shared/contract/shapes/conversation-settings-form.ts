import { formSection } from './settings-forms.ts';

/** The form of conversation settings. */
export const conversationSettingsForm = {
  model_name: 'ConversationSettings',
  sections: [
    formSection({ key: 'general', label: 'General', variant: null }, [
      {
        key: 'max_iterations',
        label: 'Max iterations',
        description: 'How many steps an agent takes before it stops.',
        value_type: 'integer',
        default: 500,
        prominence: 'major',
      },
    ]),
    formSection({ key: 'verification', label: 'Verification', variant: null }, [
      {
        key: 'confirmation_mode',
        label: 'Confirmation mode',
        description: 'The agent asks before it acts.',
        value_type: 'boolean',
        default: false,
        prominence: 'critical',
      },
      {
        key: 'security_analyzer',
        label: 'Security analyser',
        description: 'With one, the agent asks before risky actions alone.',
        value_type: 'string',
        default: 'llm',
        prominence: 'major',
        depends_on: ['confirmation_mode'],
        choices: { llm: 'The language model', none: 'None' },
      },
    ]),
  ],
};
