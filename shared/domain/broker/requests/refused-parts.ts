import type { ModelInterface } from '../calls/model-call.ts';

export type Body = Readonly<Record<string, unknown>>;

/** A part of a body that would cost something else than tokens. */
export interface Fault {
  readonly path: readonly (string | number)[];
  readonly msg: string;
}

/** Tools that agents run themselves. All others are run by providers. */
const ownTools: Readonly<Record<ModelInterface, RegExp>> = {
  chat_completions: /^(?:function|custom)$/,
  responses: /^(?:function|custom|local_shell|apply_patch|computer_use_preview|computer|namespace|tool_search)$/,
  embeddings: /^$/,
  messages: /^(?:custom|bash_\d+|text_editor_\d+|computer_\d+|memory_\d+|tool_search_tool_[a-z0-9_]+)$/,
};

/** The tools of a request, those in groups, and those that an agent has found since. */
export function toolFaults(kind: ModelInterface, { tools, input }: Body): Fault[] {
  const found = listOf(input).flatMap((item, index) =>
    isObject(item) ? faultsOfTools(kind, item.tools, ['input', index, 'tools']) : [],
  );
  return [...faultsOfTools(kind, tools, ['tools']), ...found];
}

function faultsOfTools(kind: ModelInterface, tools: unknown, path: Fault['path']): Fault[] {
  return listOf(tools).flatMap((tool, index) => {
    const place = [...path, index];
    const msg = 'The provider would run this tool itself, at a price that the service does not know. Remove it.';
    if (!isObject(tool) || !isOwnTool(kind, tool)) return [{ path: [...place, 'type'], msg }];
    return faultsOfTools(kind, tool.tools, [...place, 'tools']);
  });
}

/** Some tools have no type: those of Anthropic's interface, and functions for servers that know no others. */
function isOwnTool(kind: ModelInterface, { type, name, function: described }: Body): boolean {
  if (type !== undefined && type !== null) return typeof type === 'string' && ownTools[kind].test(type);
  return typeof name === 'string' || isObject(described);
}

const AUDIO = /^(?:input_audio|audio|audio_url)$/;

/**
 * Recordings in messages, wherever they are. Their depth is bounded. The interface of Anthropic has none, and keeps
 * there what tools are called with.
 */
export function audioFaults(kind: ModelInterface, { messages, input }: Body, msg: string): Fault[] {
  const faults: Fault[] = [];
  if (kind !== 'chat_completions' && kind !== 'responses') return faults;
  const visit = (value: object, path: Fault['path']): void => {
    if (isObject(value) && typeof value.type === 'string' && AUDIO.test(value.type)) faults.push({ path, msg });
    for (const [name, child] of Object.entries(value))
      if (typeof child === 'object' && child !== null)
        visit(child, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  for (const [name, value] of Object.entries({ messages, input })) if (Array.isArray(value)) visit(value, [name]);
  return faults;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
