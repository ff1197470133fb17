import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Skill {
  readonly name: string;
  /** `repo` is always there, `knowledge` when a word in a message asks for it. */
  readonly type: 'repo' | 'knowledge';
  readonly content: string;
  readonly triggers: readonly string[];
  /** Its file. */
  readonly source: string;
}

const folders = ['.openhands/skills', '.openhands/microagents', '.agents/skills'];

/** What a project teaches its agents: `AGENTS.md` and the files in its folders of skills. */
export function skillsOf(projectDirectory: string): readonly Skill[] {
  const files = folders.flatMap((folder) => markdownIn(join(projectDirectory, folder)));
  const agents = join(projectDirectory, 'AGENTS.md');
  return [...(existsSync(agents) ? [agents] : []), ...files].map(readSkill);
}

function markdownIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => join(directory, name));
}

/** Its head, between lines of three hyphens, may have a name and triggers. */
function readSkill(path: string): Skill {
  const text = readFileSync(path, 'utf8');
  const [, head = '', content = text] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
  const name = /^name:\s*(.+?)\s*$/m.exec(head)?.[1] ?? basename(path, '.md').toLowerCase();
  const list = /^triggers:\s*\r?\n((?:\s*-\s*.+\r?\n?)+)/m.exec(`${head}\n`)?.[1] ?? '';
  const triggers = [...list.matchAll(/^\s*-\s*(.+?)\s*$/gm)].map(([, trigger = '']) => trigger);
  return { name, type: triggers.length > 0 ? 'knowledge' : 'repo', content, triggers, source: path };
}
