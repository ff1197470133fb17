import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deployedIngress } from '../../../../infra/doctor/account/account.ts';
import { QUOTA_ACTIONS } from '../../../../infra/doctor/account/quotas.ts';
import { STACK_ACTIONS } from '../../../../infra/doctor/account/stacks.ts';
import type { Check } from '../../../../infra/doctor/check.ts';
import { checks } from '../../../../infra/doctor/checks.ts';
import { DEADLINE_MS } from '../../../../infra/doctor/run-checks.ts';
import { PROJECT_ROOT } from '../../../../infra/local/terminal/options.ts';
import { aSubject } from '../../../support/doctor/a-subject.ts';

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8');

/** The page explains the names of permission sets that several checks need. */
const groups: Readonly<Record<string, readonly string[]>> = { quotas: QUOTA_ACTIONS, 'the stacks': STACK_ACTIONS };

const quoted = (actions: readonly string[]) => actions.map((action) => `\`${action}\``);

function row({ id, when, about, actions }: Check): string {
  const named = Object.entries(groups).filter(([, group]) => group.every((action) => actions.includes(action)));
  const others = actions.filter((action) => !named.some(([, group]) => group.includes(action)));
  const needs = [...named.map(([name]) => name), ...quoted(others)];
  return `| \`${id}\` | ${when.join(', ')} | ${about} | ${needs.join(', ')} |`;
}

/** References in findings: `docs/file.md says under "Heading"` and `docs/file.md, "Heading"`. */
function headingsNamed(source: string): readonly (readonly [file: string, heading: string])[] {
  const found = source.matchAll(/(docs\/[\w-]+\.md)[^"'`]{0,30}"([^"$]+)"|under "([^"$]+)"/g);
  return [...found].flatMap(([, file, heading = '']) =>
    file === undefined ? [] : [[file, heading.replaceAll('\\`', '`')] as const],
  );
}

describe('docs/runbook.md', () => {
  it('has every check as the code has it', () => {
    const rows = read('docs/runbook.md')
      .split('\n')
      .filter((line) => /^\| `[a-z-]+` \| (before|after)/.test(line));

    expect(rows.join('\n')).toBe(checks.map(row).join('\n'));
  });

  it('states the time limit of a check', () => {
    expect(read('docs/runbook.md')).toContain(`each for at most ${DEADLINE_MS / 1000} seconds`);
  });

  it('lists the actions of each name', () => {
    for (const [name, actions] of Object.entries(groups)) {
      expect(read('docs/runbook.md')).toContain(`*${name}*: ${quoted(actions).join(' and ')}`);
    }
  });
});

describe('the documents that findings name', () => {
  const sources = globSync('infra/doctor/checks/*.ts', { cwd: PROJECT_ROOT }).map(read).join('\n');

  it.each(headingsNamed(sources))('%s has the heading %s', (file, heading) => {
    expect(
      read(file)
        .split('\n')
        .map((line) => line.replace(/^#+ /, '')),
    ).toContain(heading);
  });

  it('are found in the sources', () => {
    expect(headingsNamed(sources).length).toBeGreaterThan(2);
  });
});

const address = 'https://d1.cloudfront.net/{label}';
const stack = (part: string, outputs = {}) => ({ name: `x-dev-${part}`, status: 'CREATE_COMPLETE', outputs });
const stacks = (...found: ReturnType<typeof stack>[]) => ({ stacks: found, resources: [] });
const router = { ingress: 'router', sandboxDomain: 'sandboxes.example.com' } as const;

it.each([
  [
    'a distribution',
    [stack('data'), stack('ingress', { SandboxAddress: address })],
    {},
    { kind: 'cloudfront', address },
  ],
  ['a router', [stack('data')], router, { kind: 'router', address: 'https://{label}.sandboxes.example.com' }],
  ['none of both', [stack('data'), stack('api')], {}, { kind: 'direct' }],
])('the ingress of a deployment with %s', (_, found, settings, ingress) => {
  expect(deployedIngress(stacks(...found), aSubject({ settings }).settings)).toEqual(ingress);
});
