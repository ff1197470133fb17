import { JsonObject } from '../../../../contract/shapes/json.ts';
import { inWorkingDirectory } from '../../../sandboxes/agent/workspace-scripts.ts';

/** The events of hooks, in the spelling of agent servers. They also take `PreToolUse`. */
const EVENTS: readonly string[] = [
  ...['pre_tool_use', 'post_tool_use', 'user_prompt_submit'],
  ...['session_start', 'session_end', 'stop'],
];

const TYPES: readonly unknown[] = ['command', 'prompt', 'agent'];

/** The longest `hooks.json` that is looked into, in bytes. */
const MAX_BYTES = 50_000;

/** The prefix of the output line with the file in base64. */
const FILE = 'file ';

/** Prints the hooks of a project. */
export function hooksScript(workingDir: string, directory: string): string {
  return `${inWorkingDirectory(workingDir, directory)}
printf '${FILE}%s\\n' "$(head -c ${MAX_BYTES + 1} .openhands/hooks.json | base64 | tr -d '\\r\\n')"`;
}

/** The file in the output of the script. */
export function hooksIn(output: string): Buffer {
  const line = output.split('\n').findLast((one) => one.startsWith(FILE)) ?? '';
  return Buffer.from(line.slice(FILE.length), 'base64');
}

/** Why agent servers do not read a `hooks.json`: the line or the field. Undefined if the file is right. */
export function hooksProblem(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_BYTES)
    return `it has a mistake. It is longer than ${MAX_BYTES} bytes, so the service did not look for it`;
  const text = bytes.toString('utf8');
  if (text.startsWith('\ufeff')) return 'it begins with a byte order mark: save it as UTF-8 without one';
  if (!bytes.equals(Buffer.from(text))) return 'it is not valid UTF-8';
  const lines = text.split('\n');
  const line = firstLine(lines.length, (count) => isBroken(`${lines.slice(0, count).join('\n')}\n`));
  if (line !== undefined) return `it is not JSON: there is a mistake in line ${line}`;
  if (!isComplete(text)) return 'it is not JSON: it ends too early';
  const json: unknown = JSON.parse(text);
  if (!isObject(json)) return 'it is not a JSON object';
  const events = 'hooks' in json ? json.hooks : json;
  if (!isObject(events)) return '`hooks` is not an object';
  return firstOf(Object.entries(events), ([event, matchers]) => problemOf(event, matchers));
}

/** The first number from 1 to `most` that fulfils a condition, which all later ones fulfil too. */
function firstLine(most: number, isTrue: (count: number) => boolean): number | undefined {
  let [low, high] = [1, most + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low > most ? undefined : low;
}

/** Whether the beginning of a JSON text has a mistake. That it is not the whole text is none. */
function isBroken(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    const message = String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    return position === undefined ? !message.includes('end of JSON') : Number(position) < beginning.length;
  }
}

function isComplete(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function problemOf(event: string, matchers: unknown): string | undefined {
  const name = event.replace(/(?<!^)(?=[A-Z])/g, '_').toLowerCase();
  if (!EVENTS.includes(name)) return `\`${event.slice(0, 100)}\` is no event. The events are ${EVENTS.join(', ')}`;
  if (!Array.isArray(matchers)) return `\`${event}\` is not a list`;
  return firstOf(matchers.entries(), ([index, matcher]: [number, unknown]) => {
    const place = `${event}[${index}]`;
    if (!isObject(matcher)) return `\`${place}\` is not an object`;
    const { matcher: pattern = '*', hooks = [] } = matcher;
    if (typeof pattern !== 'string') return `\`${place}.matcher\` is not a text`;
    if (!Array.isArray(hooks)) return `\`${place}.hooks\` is not a list`;
    return firstOf(hooks.entries(), ([at, hook]: [number, unknown]) => problemOfHook(`${place}.hooks[${at}]`, hook));
  });
}

function problemOfHook(place: string, hook: unknown): string | undefined {
  if (!isObject(hook)) return `\`${place}\` is not an object`;
  const { type = 'command', command = '', prompt, timeout = 60, async: isAsync = false } = hook;
  if (!TYPES.includes(type)) return `\`${place}.type\` is not one of ${TYPES.join(', ')}`;
  if (typeof command !== 'string' || (type === 'command') !== (command !== ''))
    return type === 'command' ? `\`${place}.command\` is missing` : `\`${place}.command\` is only for type command`;
  if (type === 'prompt' && (typeof prompt !== 'string' || prompt === '')) return `\`${place}.prompt\` is missing`;
  if (!Number.isInteger(Number(timeout))) return `\`${place}.timeout\` is not a whole number of seconds`;
  return isAsync === true && type !== 'command' ? `\`${place}.async\` is only for type command` : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return JsonObject.safeParse(value).success;
}

function firstOf<T>(items: Iterable<T>, look: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = look(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
