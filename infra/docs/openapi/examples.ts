import { exampleOf } from './example-of.ts';
import type { Components, JsonSchema } from './json-schema.ts';

interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: unknown;
}

type Content = Readonly<Record<string, MediaType>>;

interface Parameter {
  readonly in?: string;
  readonly schema?: JsonSchema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type PathItem = Readonly<Record<string, Operation>>;

interface Document {
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: Components;
}

/** The document with an example of every body, and with the form of lists in a query. */
export function withExamples<D extends object>(document: D): D {
  const { paths = {}, webhooks = {}, components = {} } = document as Document;
  const inOperation = (operation: Operation): Operation => ({
    ...operation,
    ...(operation.parameters ? { parameters: operation.parameters.map(withForm) } : {}),
    ...(operation.requestBody ? { requestBody: requestBody(operation, components) } : {}),
    responses: mapped(operation.responses, (response) =>
      response.content
        ? { ...response, content: mapped(response.content, (type) => answer(type, components)) }
        : response,
    ),
  });
  const inPaths = (items: Readonly<Record<string, PathItem>>) => mapped(items, (item) => mapped(item, inOperation));
  return { ...document, paths: inPaths(paths), webhooks: inPaths(webhooks) };
}

/** Exploded lists are OpenAPI's default, but some generators need it stated. */
function withForm(parameter: Parameter): Parameter {
  const isList = parameter.in === 'query' && parameter.schema?.type === 'array';
  return isList ? { ...parameter, ...{ style: 'form', explode: true } } : parameter;
}

function requestBody({ operationId, requestBody }: Operation, components: Components): Operation['requestBody'] {
  const own = exampleRequests[operationId];
  return {
    ...requestBody,
    content: mapped(requestBody?.content ?? {}, (type) => ({
      ...type,
      example: own ?? request(type.schema ?? {}, components),
    })),
  };
}

/** The required members or, if there are none, the optional ones. */
function request(schema: JsonSchema, components: Components): unknown {
  const needed = exampleOf(schema, components, false);
  const isEmpty = typeof needed === 'object' && needed !== null && Object.keys(needed).length === 0;
  return isEmpty ? exampleOf(schema, components, true) : needed;
}

function answer(type: MediaType, components: Components): MediaType {
  if (!type.schema || type.example !== undefined || type.examples !== undefined) return type;
  return { ...type, example: exampleOf(type.schema, components, true) };
}

function mapped<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

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
const exampleRequests: Readonly<Record<string, unknown>> = {
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
  'call-mcp': { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sandboxes', arguments: {} } },
  'post-event': { action: 'message', args: { content: 'Please fix the flaky login test.' } },
  'save-agent-profile': { agent_kind: 'openhands', llm_profile_ref: 'fast', system_message_suffix: 'Review the code.' },
  'update-settings': settings,
  'update-legacy-settings': settings,
};
