import { AppError, fieldError } from '../../../platform/errors.ts';
import type { ModelInterface } from '../calls/model-call.ts';

type Body = Readonly<Record<string, unknown>>;

const otherModel = 'The model is the one of the conversation. Remove this field.';
const otherAddress = 'The address and the key are those of the model profile. Remove this field.';
const provider = 'The provider would run this itself, at a price that the service does not know. Remove this field.';
const audio = 'Audio has prices that the service does not know. Remove it.';
const pricier = 'This costs more than the price of the model. Remove this field.';

/**
 * Fields that would make a provider spend money on something else than the tokens of the conversation's model, or send
 * the request elsewhere. Some are of providers that route requests to others.
 */
const refused: Readonly<Record<string, string>> = {
  api_base: otherAddress,
  api_key: otherAddress,
  base_url: otherAddress,
  fallbacks: otherModel,
  models: otherModel,
  plugins: provider,
  web_search_options: provider,
  data_sources: provider,
  mcp_servers: provider,
  container: provider,
  audio,
  background: 'The service cannot count what a request in the background costs. Remove this field.',
};

/** Tools that agents run themselves. All others are run by providers. */
const ownTools: Readonly<Record<ModelInterface, RegExp>> = {
  chat_completions: /^(?:function|custom)$/,
  responses: /^(?:function|custom|local_shell|apply_patch|computer_use_preview|computer|namespace|tool_search)$/,
  embeddings: /^$/,
  messages: /^(?:custom|bash_\d+|text_editor_\d+|computer_\d+|memory_\d+|tool_search_tool_[a-z0-9_]+)$/,
};

/** @throws AppError `malformed_request` that names all such fields */
export function refuseOtherCosts(kind: ModelInterface, body: Body): void {
  const faults = [
    ...Object.entries(refused).flatMap(([name, msg]) => (isUsed(body[name]) ? [{ path: [name], msg }] : [])),
    ...tierFaults(body),
    ...audioFaults(kind, body),
    ...toolFaults(kind, body),
  ];
  const [first] = faults;
  if (!first) return;
  const errors = faults.slice(0, MAX_FAULTS).map(({ path, msg }) => fieldError('body', path, msg, 'not_allowed'));
  throw new AppError('malformed_request', `body.${first.path.join('.')}: ${first.msg}`, { extensions: { errors } });
}

const MAX_FAULTS = 100;

interface Fault {
  readonly path: readonly (string | number)[];
  readonly msg: string;
}

function tierFaults({ service_tier: tier, speed }: Body): Fault[] {
  return [
    ...(tier === 'priority' ? [{ path: ['service_tier'], msg: pricier }] : []),
    ...(speed === 'fast' ? [{ path: ['speed'], msg: pricier }] : []),
  ];
}

function audioFaults(kind: ModelInterface, { modalities, messages }: Body): Fault[] {
  if (kind !== 'chat_completions') return [];
  const isText = !Array.isArray(modalities) || modalities.every((one) => one === 'text');
  const parts = listOf(messages).flatMap((message, index) =>
    listOf(isObject(message) ? message.content : undefined).flatMap((part, place) =>
      isObject(part) && part.type === 'input_audio'
        ? [{ path: ['messages', index, 'content', place], msg: audio }]
        : [],
    ),
  );
  return [...(isText ? [] : [{ path: ['modalities'], msg: audio }]), ...parts];
}

function toolFaults(kind: ModelInterface, { tools }: Body): Fault[] {
  return listOf(tools).flatMap((tool, index) => {
    const type = isObject(tool) ? tool.type : undefined;
    // The interface of Anthropic has tools without a type.
    const isOwn = type === undefined || type === null || (typeof type === 'string' && ownTools[kind].test(type));
    const msg = 'The provider would run this tool itself, at a price that the service does not know. Remove it.';
    return isOwn ? [] : [{ path: ['tools', index, 'type'], msg }];
  });
}

function isUsed(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
