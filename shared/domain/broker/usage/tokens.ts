import type { ModelInterface, ModelTokens } from '../calls/model-call.ts';

type Usage = Readonly<Record<string, unknown>>;

/** More than any answer has. A provider that reports more reports nonsense. */
const MOST = 1_000_000_000;

/** The tokens that a provider reports for a call; undefined without a usable report. */
export function tokensOf(kind: ModelInterface, usage: Usage): ModelTokens | undefined {
  const tokens = readers[kind](usage);
  return tokens && Object.values(tokens).every((count) => Number.isSafeInteger(count) && count <= MOST)
    ? tokens
    : undefined;
}

const readers: Readonly<Record<ModelInterface, (usage: Usage) => ModelTokens | undefined>> = {
  chat_completions: chatTokens,
  responses: responseTokens,
  embeddings: embeddingTokens,
  messages: messageTokens,
};

function chatTokens(usage: Usage): ModelTokens | undefined {
  const input = countOf(usage.prompt_tokens);
  const output = countOf(usage.completion_tokens) ?? (usage.completion_tokens === undefined ? 0 : undefined);
  if (input === undefined || output === undefined) return undefined;
  const details = objectOf(usage.prompt_tokens_details);
  // DeepSeek has a name of its own.
  const cacheRead = countOf(details.cached_tokens) ?? countOf(usage.prompt_cache_hit_tokens) ?? 0;
  // OpenRouter reports what Anthropic's models write.
  const cacheWrite = countOf(details.cache_write_tokens) ?? 0;
  // Some providers leave what the model thought out of `completion_tokens`, but not out of the total.
  const total = countOf(usage.total_tokens) ?? 0;
  return splitInput(input, { cacheRead, cacheWrite, output: Math.max(output, total - input) });
}

function responseTokens(usage: Usage): ModelTokens | undefined {
  const [input, output] = [countOf(usage.input_tokens), countOf(usage.output_tokens)];
  if (input === undefined || output === undefined) return undefined;
  const cacheRead = countOf(objectOf(usage.input_tokens_details).cached_tokens) ?? 0;
  return splitInput(input, { cacheRead, cacheWrite: 0, output });
}

function embeddingTokens(usage: Usage): ModelTokens | undefined {
  const input = countOf(usage.prompt_tokens) ?? countOf(usage.total_tokens);
  return input === undefined ? undefined : { input, cacheRead: 0, cacheWrite: 0, output: 0 };
}

/** A call that compacts its context reports each of its iterations, and only the last one in the other fields. */
function messageTokens(usage: Usage): ModelTokens | undefined {
  const { iterations } = usage;
  if (!Array.isArray(iterations) || iterations.length === 0) return iterationTokens(usage);
  const each = iterations.map((one) => iterationTokens(objectOf(one)));
  return each.reduce((sum, one) => (sum && one ? added(sum, one) : undefined));
}

function iterationTokens(usage: Usage): ModelTokens | undefined {
  const [input, output] = [countOf(usage.input_tokens), countOf(usage.output_tokens)];
  if (input === undefined || output === undefined) return undefined;
  const cacheRead = countOf(usage.cache_read_input_tokens) ?? 0;
  const cacheWrite = countOf(usage.cache_creation_input_tokens) ?? 0;
  const hour = countOf(objectOf(usage.cache_creation).ephemeral_1h_input_tokens) ?? 0;
  return { input, cacheRead, cacheWrite, output, ...keptForAnHour(hour) };
}

function added(one: ModelTokens, other: ModelTokens): ModelTokens {
  return {
    input: one.input + other.input,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    ...keptForAnHour((one.cacheWriteHour ?? 0) + (other.cacheWriteHour ?? 0)),
  };
}

function keptForAnHour(cacheWriteHour: number): Pick<ModelTokens, 'cacheWriteHour'> {
  return cacheWriteHour === 0 ? {} : { cacheWriteHour };
}

/** OpenAI counts what the cache has as input too. */
function splitInput(input: number, { cacheRead, cacheWrite, output }: Omit<ModelTokens, 'input'>): ModelTokens {
  const read = Math.min(cacheRead, input);
  const written = Math.min(cacheWrite, input - read);
  return { input: input - read - written, cacheRead: read, cacheWrite: written, output };
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function objectOf(value: unknown): Usage {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Usage) : {};
}
