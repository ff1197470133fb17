/** How an endpoint is offered as a tool. */
export interface Exposure {
  /** The name of the tool. */
  readonly name: string;
  /** What a model needs to know beyond the description of the endpoint. */
  readonly hint?: string;
  /** Parameters and fields that no model should set: for programs, or with an effect beyond the tool. */
  readonly hidden?: readonly string[];
  /** It can change or remove something for good, although its method does not say so. */
  readonly destructive?: true;
  /** What it starts can reach other systems: an agent, a command, a git provider. */
  readonly openWorld?: true;
}

/** The endpoints that are tools, by their ids. Everything else of a tool follows from its endpoint. */
export const exposedTools: Readonly<Record<string, Exposure>> = {
  'create-app-conversation': {
    name: 'start_conversation',
    openWorld: true,
    hint: 'Set `initial_message.run` to true, or the agent does not begin. Poll with `get_start_tasks`.',
    hidden: [
      'agent_type',
      'observability_metadata',
      'observability_span_name',
      'observability_tags',
      'plugins',
      'pr_number',
      'processors',
      'public',
      'secrets',
      'suggested_task',
      'trigger',
    ],
  },
  'batch-get-start-tasks': { name: 'get_start_tasks' },
  'search-app-conversations': { name: 'search_conversations' },
  'get-app-conversation': { name: 'get_conversation' },
  'update-app-conversation': { name: 'update_conversation', hidden: ['public'] },
  'delete-app-conversation': { name: 'delete_conversation' },
  'send-message': { name: 'send_message', openWorld: true },
  'queue-message': { name: 'queue_message', openWorld: true },
  'list-pending-messages': { name: 'list_pending_messages' },
  'search-conversation-events': { name: 'search_events' },
  'get-git-changes': { name: 'get_git_changes' },
  'get-git-diff': { name: 'get_git_diff' },
  'search-repositories': { name: 'search_repositories', openWorld: true },
  'search-branches': { name: 'search_branches', openWorld: true },
  'search-sandboxes': { name: 'list_sandboxes' },
  'get-sandbox': { name: 'get_sandbox' },
  'start-sandbox': { name: 'start_sandbox' },
  'pause-sandbox': { name: 'pause_sandbox' },
  'resume-sandbox': { name: 'resume_sandbox' },
  'delete-sandbox': { name: 'delete_sandbox' },
  'search-sandbox-specs': { name: 'list_sandbox_specs' },
  'get-usage': { name: 'get_usage', hidden: ['format'] },
  'get-limits': { name: 'get_limits' },
  'get-current-key': { name: 'get_current_key' },
};
