import { type Move, unchanged } from './move.ts';

const conversation = '/api/conversations/{conversation_id}';
const current = '/api/v1/app-conversations/{conversation_id}';
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
