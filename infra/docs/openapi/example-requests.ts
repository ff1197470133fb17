const message = { role: 'user', content: [{ type: 'text', text: 'Please fix the flaky login test.' }] };

const startRequest = {
  title: 'Fix the flaky login test',
  selected_repository: 'acme/web-shop',
  selected_branch: 'main',
  git_provider: 'github',
  initial_message: { ...message, run: true },
};

const settings = {
  agent_settings_diff: { llm: { model: 'anthropic/claude-sonnet-4-5', api_key: 'example-key' } },
  conversation_settings_diff: { max_iterations: 100 },
};

/** Typical requests by operation; others show what their schema requires (`example-of.ts`). */
export const exampleRequests: Readonly<Record<string, unknown>> = {
  'create-app-conversation': startRequest,
  'stream-start-app-conversation': startRequest,
  'create-conversation': {
    repository: 'acme/web-shop',
    selected_branch: 'main',
    git_provider: 'github',
    initial_user_msg: 'Please fix the flaky login test.',
  },
  'update-app-conversation': { title: 'Fix the flaky login test' },
  'send-message': { ...message, run: true },
  'queue-message': message,
  'post-event': { action: 'message', args: { content: 'Please fix the flaky login test.' } },
  'save-agent-profile': { agent_kind: 'openhands', llm_profile_ref: 'fast', system_message_suffix: 'Review the code.' },
  'update-settings': settings,
  'update-legacy-settings': settings,
};
