import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isObject, type JsonObject } from '../base/json.ts';
import { log } from '../base/log.ts';
import { type AgentApp, newAgentApp } from '../http/agent-app.ts';
import { readJson } from '../http/body.ts';
import { Fields } from '../http/fields.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { workspacePath } from '../settings/settings.ts';
import type { Session } from './session.ts';

/** The skills and hooks of a project. */
export function projectRoutes(lifecycle: Lifecycle, session: Session): AgentApp {
  const directoryIn = (body: unknown) => {
    const fields = new Fields(body);
    const asked = fields.string('project_dir');
    const wantsProject = fields.boolean('load_project') ?? true;
    fields.finish();
    if (asked === undefined || !wantsProject) return undefined;
    return workspacePath(lifecycle.settings.workspace, asked);
  };
  return newAgentApp()
    .post('/api/skills', session, async (c) => {
      const directory = directoryIn(await readJson(c));
      const skills = directory === undefined ? [] : skillsOf(directory);
      return c.json({ skills, sources: { project: skills.length } });
    })
    .post('/api/hooks', session, async (c) => {
      const directory = directoryIn(await readJson(c));
      return c.json({ hook_config: directory === undefined ? null : hooksOf(directory) });
    });
}

interface Skill {
  readonly name: string;
  /** `repo`: always active. `knowledge`: activated by a trigger in a message. */
  readonly type: 'repo' | 'knowledge';
  readonly content: string;
  readonly triggers: readonly string[];
  readonly source: string;
}

const folders = ['.openhands/skills', '.openhands/microagents', '.agents/skills'];

/** `AGENTS.md` and the files in the skill folders. */
function skillsOf(projectDirectory: string): readonly Skill[] {
  const files = folders.flatMap((folder) => markdownIn(join(projectDirectory, folder)));
  const agents = join(projectDirectory, 'AGENTS.md');
  return [...(existsSync(agents) ? [agents] : []), ...files].map(readSkill);
}

function markdownIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => join(directory, name));
}

/** Reads name and triggers from the front matter. */
function readSkill(path: string): Skill {
  const text = readFileSync(path, 'utf8');
  const [, head = '', content = text] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
  const name = /^name:\s*(.+?)\s*$/m.exec(head)?.[1] ?? basename(path, '.md').toLowerCase();
  const list = /^triggers:\s*\r?\n((?:\s*-\s*.+\r?\n?)+)/m.exec(`${head}\n`)?.[1] ?? '';
  const triggers = [...list.matchAll(/^\s*-\s*(.+?)\s*$/gm)].map(([, trigger = '']) => trigger);
  return { name, type: triggers.length > 0 ? 'knowledge' : 'repo', content, triggers, source: path };
}

const events = ['pre_tool_use', 'post_tool_use', 'user_prompt_submit', 'session_start', 'session_end', 'stop'];

/** The hooks in `.openhands/hooks.json`, or null. */
function hooksOf(projectDirectory: string): JsonObject | null {
  const document = readHooks(join(projectDirectory, '.openhands/hooks.json'));
  if (!isObject(document)) return null;
  const given = isObject(document.hooks) ? document.hooks : document;
  const entries = Object.entries(given).map(([name, value]) => [snakeCase(name), value] as const);
  const known = entries.filter(([name, matchers]) => events.includes(name) && Array.isArray(matchers));
  // One mistake loses all hooks, as in agent servers.
  if (known.length === 0 || known.length < entries.length) return null;
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
