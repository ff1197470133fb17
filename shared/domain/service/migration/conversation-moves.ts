import { type Fields, type Move, unchanged } from './move.ts';

const conversation = '/api/conversations/{conversation_id}';
const current = '/api/v1/app-conversations/{conversation_id}';

/** The legacy answer to a start holds the conversation; the current one is a start task, which is polled. */
const started: Fields = {
  status: 'gone: a start that is accepted is a 200',
  conversation_id: '`app_conversation_id` of the start task, there once it is READY',
  message: '`detail` of the start task says what went wrong',
  conversation_status: '`sandbox_status` of the conversation',
};

const fields: Fields = {
  conversation_id: '`id`: for an id that you chose, its canonical form',
  title: '`title`, null until there is one',
  last_updated_at: '`updated_at`',
  status: '`sandbox_status`: STARTING, RUNNING, PAUSED, ERROR or MISSING; STOPPED was any of the last three',
  message: '`status_detail` of the sandbox',
  runtime_status: '`execution_status` tells what the agent does',
  ...unchanged('selected_repository', 'selected_branch', 'git_provider', 'trigger', 'created_at', 'pr_number'),
  num_connections: 'gone: no client is connected to the service itself',
  url: '`conversation_url`, at the agent server',
  ...unchanged('session_api_key', 'sub_conversation_ids'),
  conversation_version: 'gone: every conversation is one of the current generation',
};

/** Conversations of the legacy generation: made, listed, read, changed, started and stopped. */
export const conversationMoves: readonly Move[] = [
  {
    legacy: 'POST /api/conversations',
    current: 'POST /api/v1/app-conversations',
    note: 'The current call answers with a start task: poll `GET /api/v1/app-conversations/start-tasks?ids=` until READY or ERROR. Send an `Idempotency-Key`, so that a retry starts nothing twice.',
    request: {
      repository: '`selected_repository`',
      git_provider: 'unchanged',
      selected_branch: 'unchanged',
      initial_user_msg: '`initial_message.content`, an item with `type: text`; set `initial_message.run` to true',
      image_urls: '`initial_message.content`, an item with `type: image` and these `image_urls`',
      replay_json: 'nothing takes its place',
      suggested_task: '`suggested_task`, whose fields are all required; put the prompt into `initial_message`',
      create_microagent:
        '`initial_message` with the prompt, `selected_repository`, and `trigger: microagent_management`',
      conversation_instructions: '`system_message_suffix`',
      mcp_config: '`mcp_config` of your settings (`POST /api/v1/settings`), for all your conversations',
      conversation_id: '`conversation_id`, which is a UUID; sending it again starts that conversation again',
    },
    answer: started,
  },
  {
    legacy: 'GET /api/conversations',
    current: 'GET /api/v1/app-conversations/search',
    request: {
      ...unchanged('page_id', 'include_sub_conversations'),
      limit: '`limit`, 100 by default and not 20',
      selected_repository: 'look at `selected_repository` of each item',
      conversation_trigger: 'look at `trigger` of each item',
    },
    answer: { results: '`items`', next_page_id: 'unchanged' },
  },
  {
    legacy: `GET ${conversation}`,
    current: `GET ${current}`,
    note: 'What is not there is a 404 and not `null`.',
    request: {},
    answer: fields,
  },
  {
    legacy: `DELETE ${conversation}`,
    current: `DELETE ${current}`,
    note: 'What is not there is a 404 and not `false`.',
    request: {},
    answer: {},
  },
  {
    legacy: `PATCH ${conversation}`,
    current: `PATCH ${current}`,
    note: 'The answer is the conversation and not `true`.',
    request: unchanged('title'),
    answer: {},
  },
  {
    legacy: `POST ${conversation}/start`,
    current: 'POST /api/v1/app-conversations',
    note: 'Send its `conversation_id` again. To resume a sandbox alone, call `POST /api/v1/sandboxes/{sandbox_id}/resume`.',
    request: { providers_set: 'gone: it changed nothing' },
    answer: started,
  },
  {
    legacy: `POST ${conversation}/stop`,
    current: 'POST /api/v1/sandboxes/{sandbox_id}/pause',
    note: '`sandbox_id` is a field of the conversation.',
    request: {},
    answer: {
      status: '`success`',
      conversation_id: 'gone: a sandbox may hold several conversations',
      message: '`status_detail` of the sandbox',
      conversation_status: '`sandbox_status` of the conversation',
    },
  },
];

const sandbox = '`sandbox_id` is a field of the conversation.';

/** Legacy calls on one conversation: its events, its messages and its workspace. */
export const workspaceMoves: readonly Move[] = [
  {
    legacy: `POST ${conversation}/message`,
    current: `POST ${current}/send-message`,
    note: 'While a conversation starts, `POST /api/v1/conversations/{conversation_id}/pending-messages` keeps the message for it.',
    request: { message: '`content`, an item with `type: text`' },
    answer: { success: 'unchanged' },
  },
  {
    legacy: `POST ${conversation}/events`,
    current: `POST ${current}/send-message`,
    note: 'A message goes there as above. To pause or to go on, call the agent server of the conversation at `conversation_url`, with its `session_api_key`.',
    request: {},
    answer: { success: 'unchanged' },
  },
  {
    legacy: `GET ${conversation}/events`,
    current: 'GET /api/v1/conversation/{conversation_id}/events/search',
    request: {
      start_id: '`page_id`, or `timestamp__gte`',
      end_id: '`timestamp__lt`',
      reverse: '`sort_order=TIMESTAMP_DESC`',
      limit: '`limit`, 100 by default and not 20',
    },
    answer: { events: '`items`', has_more: '`next_page_id`, null at the end' },
  },
  {
    legacy: `GET ${conversation}/trajectory`,
    current: `GET ${current}/download`,
    note: 'The answer is a ZIP archive with one JSON file for each event.',
    request: {},
    answer: { trajectory: 'the files of the archive' },
  },
  {
    legacy: `GET ${conversation}/config`,
    current: `GET ${current}`,
    request: {},
    answer: { runtime_id: '`sandbox_id`', session_id: '`id`' },
  },
  {
    legacy: `GET ${conversation}/vscode-url`,
    current: 'GET /api/v1/sandboxes/{sandbox_id}',
    note: `${sandbox} Several sandboxes are read by \`GET /api/v1/sandboxes?id=\`.`,
    request: {},
    answer: {
      vscode_url: '`exposed_urls`, the one whose name is VSCODE: it opens VS Code',
      error: 'nothing takes its place',
    },
  },
  {
    legacy: `GET ${conversation}/web-hosts`,
    current: 'GET /api/v1/sandboxes/{sandbox_id}',
    note: sandbox,
    request: {},
    answer: { hosts: '`exposed_urls`, those whose names are WORKER_1 and WORKER_2' },
  },
  {
    legacy: `GET ${conversation}/microagents`,
    current: `GET ${current}/skills`,
    request: {},
    answer: { microagents: '`skills`, without `inputs` and `tools`, which were always empty' },
  },
  {
    legacy: `GET ${conversation}/remember-prompt`,
    current: null,
    note: 'Read the events of the conversation, and make the prompt of them.',
    request: { event_id: '`GET /api/v1/conversation/{conversation_id}/events?id=` reads the event' },
    answer: { status: 'gone', prompt: 'gone' },
  },
  {
    legacy: `GET ${conversation}/list-files`,
    current: null,
    note: 'Ask the agent server of the conversation at `conversation_url`, with its `session_api_key`.',
    request: { path: 'the directory, as an absolute path' },
    answer: {},
  },
  {
    legacy: `GET ${conversation}/select-file`,
    current: `GET ${current}/file`,
    note: 'A file that is not there is an empty text and not an error.',
    request: { file: '`file_path`, absolute' },
    answer: { code: 'the answer itself' },
  },
  {
    legacy: `GET ${conversation}/zip-directory`,
    current: null,
    note: 'Ask the agent server of the conversation at `conversation_url`, with its `session_api_key`.',
    request: {},
    answer: {},
  },
  {
    legacy: `GET ${conversation}/git/changes`,
    current: `GET ${current}/git/changes`,
    note: 'Name the directory in `path`. `status` is MOVED, ADDED, DELETED or UPDATED, where it was R, A, D or M.',
    request: {},
    answer: {},
  },
  {
    legacy: `GET ${conversation}/git/diff`,
    current: `GET ${current}/git/diff`,
    request: { path: '`path`, absolute' },
    answer: unchanged('modified', 'original'),
  },
];
