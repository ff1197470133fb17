import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Section, sections } from './sections.ts';

const root = join(import.meta.dirname, '../../..');
const file = join(root, 'docs/performance.md');

const head = `# Performance

What this service takes, measured by its own benches. \`npm run performance\` makes this page anew, \`npm run performance -- --only starts\` one part of it: on a machine that
does nothing else, as the figures are of that machine. Bars stand in the benches; continuous integration runs their short forms, which fail on a gross regression by
ratio. "Before" is the state before functions rehearsed in INIT ([decision 36](adr/0036-functions-rehearse-in-init.md)).
`;

const begin = (id: string) => `<!-- bench:${id} -->`;
const end = (id: string) => `<!-- end of bench:${id} -->`;

/** The part as it stands in the page; without it, how to make it. */
function kept(page: string, { id }: Section): string {
  const at = page.indexOf(begin(id));
  const body = at < 0 ? '\nNot measured yet.\n' : page.slice(at + begin(id).length, page.indexOf(end(id)));
  return body;
}

/** A bench that misses a bar has measured all the same, and says what it missed. */
function measured({ id, args }: Section): string {
  console.error(`bench:${id} ${args.join(' ')}`);
  const script = join(root, 'test/bench', id, 'main.ts');
  const { stdout, status } = spawnSync(process.execPath, [script, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0 && !/missed/i.test(stdout)) throw new Error(`bench:${id} ended with ${status}`);
  const said = stdout.trim().replaceAll(/^MISSED {2}/gm, '- Missed: ');
  return `\n${conditions([`npm run bench:${id}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' '))}\n\n${said}\n`;
}

function conditions(command: string): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const day = new Date().toISOString().slice(0, 10);
  const model = cpus()[0]?.model.trim() ?? 'an unknown processor';
  return `\`${command}\`, ${day}, at ${commit}, Node ${process.version} on ${cpus().length} × ${model}:`;
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
const unknown = values.only.filter((id) => !sections.some((section) => section.id === id));
if (unknown.length > 0) {
  console.error(
    `--only: there is no bench '${unknown.join("', '")}'. There are ${sections.map(({ id }) => id).join(', ')}.`,
  );
  process.exit(1);
}
for (const section of sections) {
  const isWanted = values.only.length === 0 || values.only.includes(section.id);
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const body = isWanted ? measured(section) : undefined;
  const parts = sections.map((each) => {
    const text = each === section && body !== undefined ? body : kept(page, each);
    return `## ${each.title}\n\n${each.text}\n\n${begin(each.id)}${text}${end(each.id)}\n`;
  });
  // After each bench, as all of them together take long.
  writeFileSync(file, [head, ...parts].join('\n'));
}
