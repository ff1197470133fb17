import { type Fields, type Move, unchanged } from './move.ts';

const conversation = '/api/conversations/{conversation_id}';
const current = '/api/v1/app-conversations/{conversation_id}';

/** The legacy response to a start has the conversation. The current one is a start task to poll. */
const started: Fields = {
  status: 'removed: the status of an accepted start is 200',
  conversation_id: '`app_conversation_id` of the start task, once its status is READY',
  message: '`detail` of a failed start task',
  conversation_status: '`sandbox_status` of the conversation',
};

const fields: Fields = {
  conversation_id: '`id`, in its canonical form',
  title: '`title`, null until the conversation has one',
  last_updated_at: '`updated_at`',
  status: '`sandbox_status`: STARTING, RUNNING, PAUSED, ERROR or MISSING; STOPPED stood for the last three',
  message: '`status_detail` of the sandbox',
  runtime_status: '`execution_status`, the status of the agent',
  ...unchanged('selected_repository', 'selected_branch', 'git_provider', 'trigger', 'created_at', 'pr_number'),
  num_connections: 'removed: clients connect to the agent server',
  url: '`conversation_url`, on the agent server',
  ...unchanged('session_api_key', 'sub_conversation_ids'),
  conversation_version: 'removed: all conversations are of the current generation',
};

/** Legacy requests to create, list, read, change, start and stop conversations. */
export const conversationMoves: readonly Move[] = [
  {
    legacy: 'POST /api/conversations',
    current: 'POST /api/v1/app-conversations',
    note: 'The response is a start task: poll `GET /api/v1/app-conversations/start-tasks?ids=` until its status is READY or ERROR. Send an `Idempotency-Key`, so that you can retry safely.',
    request: {
      repository: '`selected_repository`',
      git_provider: 'unchanged',
      selected_branch: 'unchanged',
      initial_user_msg: '`initial_message.content`, an item with `type: text`; set `initial_message.run` to true',
      image_urls: '`initial_message.content`, an item with `type: image` and these `image_urls`',
      replay_json: 'removed',
      suggested_task: '`suggested_task`, whose fields are all required; send the prompt in `initial_message`',
      create_microagent:
        '`initial_message` with the prompt, `selected_repository`, and `trigger: microagent_management`',
      conversation_instructions: '`system_message_suffix`',
      mcp_config: '`mcp_config` of your settings (`POST /api/v1/settings`), for all your conversations',
      conversation_id: '`conversation_id`, a UUID; send the id of an existing conversation to start it again',
    },
    answer: started,
  },
  {
    legacy: 'GET /api/conversations',
    current: 'GET /api/v1/app-conversations/search',
    request: {
      ...unchanged('page_id', 'include_sub_conversations'),
      limit: '`limit`, by default 100 instead of 20',
      selected_repository: 'removed: check `selected_repository` of each item',
      conversation_trigger: 'removed: check `trigger` of each item',
    },
    answer: { results: '`items`', next_page_id: 'unchanged' },
  },
  {
    legacy: `GET ${conversation}`,
    current: `GET ${current}`,
    note: 'An unknown conversation is a 404 instead of `null`.',
    answer: fields,
  },
  {
    legacy: `DELETE ${conversation}`,
    current: `DELETE ${current}`,
    note: 'An unknown conversation is a 404 instead of `false`.',
  },
  {
    legacy: `PATCH ${conversation}`,
    current: `PATCH ${current}`,
    note: 'The response is the conversation instead of `true`.',
    request: unchanged('title'),
  },
  {
    legacy: `POST ${conversation}/start`,
    current: 'POST /api/v1/app-conversations',
    note: 'Send its `conversation_id`. To only resume its sandbox, call `POST /api/v1/sandboxes/{sandbox_id}/resume`.',
    request: { providers_set: 'removed: it had no effect' },
    answer: started,
  },
  {
    legacy: `POST ${conversation}/stop`,
    current: 'POST /api/v1/sandboxes/{sandbox_id}/pause',
    note: '`sandbox_id` is a field of the conversation.',
    answer: {
      status: '`success`',
      conversation_id: 'removed: a sandbox can have several conversations',
      message: '`status_detail` of the sandbox',
      conversation_status: '`sandbox_status` of the conversation',
    },
  },
];

const sandbox = '`sandbox_id` is a field of the conversation.';

/** Legacy requests for the messages, events and workspace of a conversation. */
export const workspaceMoves: readonly Move[] = [
  {
    legacy: `POST ${conversation}/message`,
    current: `POST ${current}/send-message`,
    note: 'While a conversation is starting, use `POST /api/v1/conversations/{conversation_id}/pending-messages` to queue a message.',
    request: { message: '`content`, an item with `type: text`' },
    answer: { success: 'unchanged', id: 'unchanged', state: 'unchanged' },
  },
  {
    legacy: `POST ${conversation}/events`,
    current: `POST ${current}/send-message`,
    note: 'Send messages as above. To pause or continue, call the agent server at `conversation_url`, with `session_api_key` of the conversation.',
    answer: { success: 'unchanged' },
  },
  {
    legacy: `GET ${conversation}/events`,
    current: 'GET /api/v1/conversation/{conversation_id}/events/search',
    request: {
      start_id: '`page_id`, or `timestamp__gte`',
      end_id: '`timestamp__lt`',
      reverse: '`sort_order=TIMESTAMP_DESC`',
      limit: '`limit`, by default 100 instead of 20',
    },
    answer: { events: '`items`', has_more: '`next_page_id`, null at the end' },
  },
  {
    legacy: `GET ${conversation}/trajectory`,
    current: `GET ${current}/download`,
    note: 'The response is a ZIP archive with one JSON file for each event.',
    answer: { trajectory: 'the files of the archive' },
  },
  {
    legacy: `GET ${conversation}/config`,
    current: `GET ${current}`,
    answer: { runtime_id: '`sandbox_id`', session_id: '`id`' },
  },
  {
    legacy: `GET ${conversation}/vscode-url`,
    current: 'GET /api/v1/sandboxes/{sandbox_id}',
    note: `${sandbox} \`GET /api/v1/sandboxes?id=\` returns several sandboxes.`,
    answer: {
      vscode_url: '`exposed_urls`, the one with the name VSCODE',
      error: 'removed',
    },
  },
  {
    legacy: `GET ${conversation}/web-hosts`,
    current: 'GET /api/v1/sandboxes/{sandbox_id}',
    note: sandbox,
    answer: { hosts: '`exposed_urls`, those with the names WORKER_1 and WORKER_2' },
  },
  {
    legacy: `GET ${conversation}/microagents`,
    current: `GET ${current}/skills`,
    answer: { microagents: '`skills`, without `inputs` and `tools`, which were always empty' },
  },
  {
    legacy: `GET ${conversation}/remember-prompt`,
    current: null,
    note: 'Read the events of the conversation to build the prompt.',
    request: { event_id: '`GET /api/v1/conversation/{conversation_id}/events?id=` returns the event' },
    answer: { status: 'removed', prompt: 'removed' },
  },
  {
    legacy: `GET ${conversation}/list-files`,
    current: null,
    note: 'Call the agent server at `conversation_url`, with `session_api_key` of the conversation.',
    request: { path: 'the directory, as an absolute path' },
  },
  {
    legacy: `GET ${conversation}/select-file`,
    current: `GET ${current}/file`,
    note: 'The response for a missing file is an empty text, not an error.',
    request: { file: '`file_path`, absolute' },
    answer: { code: 'the response body' },
  },
  {
    legacy: `GET ${conversation}/zip-directory`,
    current: null,
    note: 'Call the agent server at `conversation_url`, with `session_api_key` of the conversation.',
  },
  {
    legacy: `GET ${conversation}/git/changes`,
    current: `GET ${current}/git/changes`,
    note: 'Send the directory in `path`. `status` is MOVED, ADDED, DELETED or UPDATED instead of R, A, D or M.',
  },
  {
    legacy: `GET ${conversation}/git/diff`,
    current: `GET ${current}/git/diff`,
    request: { path: '`path`, absolute' },
    answer: unchanged('modified', 'original'),
  },
];
