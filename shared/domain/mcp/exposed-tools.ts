/** How an endpoint is offered as a tool. */
export interface Exposure {
  /** The name of the tool. */
  readonly name: string;
  /** Instead of the description of the endpoint, where that is about what a tool does not have. */
  readonly description?: string;
  /** What a model needs to know beyond the description. */
  readonly hint?: string;
  /** Parameters and fields that no model should set: for programs, or with an effect beyond the tool. */
  readonly hidden?: readonly string[];
  /** Arguments that are required because their alternative is hidden. */
  readonly required?: readonly string[];
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
  'fork-conversation': { name: 'fork_conversation', hint: 'Poll with `get_start_tasks`.', hidden: ['secrets'] },
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
  'list-sandbox-ports': { name: 'list_ports' },
  'open-sandbox-port': { name: 'open_port', openWorld: true },
  'change-sandbox-port': { name: 'update_port', openWorld: true },
  'close-sandbox-port': { name: 'close_port' },
  'search-sandbox-specs': { name: 'list_sandbox_specs' },
  'run-command': {
    name: 'run_command',
    openWorld: true,
    destructive: true,
    description:
      'Runs a command in a sandbox, and returns its output and exit code when it has ended, or after 14 minutes with the status RUNNING. With `background`, returns at once; follow it with `get_command_output`, and end it with `stop_command`.',
    hidden: ['stdin', 'tty'],
    required: ['command'],
  },
  'list-commands': { name: 'list_commands' },
  'get-command': { name: 'get_command' },
  'get-command-output': {
    name: 'get_command_output',
    description:
      'Returns the output of a command so far, at most 1 MB of each stream. Send the `offset` of the result with the next call to read on.',
  },
  'stop-command': { name: 'stop_command', destructive: true },
  'get-sandbox-logs': { name: 'get_sandbox_logs', hidden: ['follow'] },
  'get-sandbox-measurements': { name: 'get_sandbox_measurements' },
  'list-sandbox-files': { name: 'list_files', hidden: ['path_base64'] },
  'read-sandbox-file': {
    name: 'read_file',
    description: 'Returns a text file of a sandbox, or a part of it by `offset` and `length`. Follows symbolic links.',
    hidden: ['path_base64'],
    required: ['path'],
  },
  'write-sandbox-file': {
    name: 'write_file',
    hint: 'The content is text of at most 1 MB.',
    hidden: ['path_base64'],
    required: ['path'],
  },
  'move-sandbox-file': {
    name: 'move_file',
    destructive: true,
    hidden: ['from_base64'],
    required: ['from'],
  },
  'create-sandbox-directory': { name: 'create_directory' },
  'delete-sandbox-file': { name: 'delete_file', hidden: ['path_base64'], required: ['path'] },
  'get-usage': { name: 'get_usage', hidden: ['format'] },
  'get-limits': { name: 'get_limits' },
  'get-current-key': { name: 'get_current_key' },
};
