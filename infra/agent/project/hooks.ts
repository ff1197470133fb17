import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../base/json.ts';
import { log } from '../base/log.ts';

const events = ['pre_tool_use', 'post_tool_use', 'user_prompt_submit', 'session_start', 'session_end', 'stop'];

/** The hooks of a project, from `.openhands/hooks.json`; null when it has none. */
export function hooksOf(projectDirectory: string): JsonObject | null {
  const document = readHooks(join(projectDirectory, '.openhands/hooks.json'));
  if (!isObject(document)) return null;
  const given = isObject(document.hooks) ? document.hooks : document;
  const entries = Object.entries(given).map(([name, value]) => [snakeCase(name), value] as const);
  const known = entries.filter(([name, matchers]) => events.includes(name) && Array.isArray(matchers));
  if (known.length === 0) return null;
  return { ...Object.fromEntries(events.map((name) => [name, []])), ...Object.fromEntries(known) };
}

function readHooks(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent) log(`cannot read ${path}: ${error instanceof Error ? error.name : 'error'}`);
    return undefined;
  }
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
}
