import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PauseReason } from '../../shared/contract/shapes/enums.ts';
import { DEPLOYMENT_TAG, MARK_TAG, SANDBOX_TAG, SAVED_TAG } from '../../shared/domain/sandboxes/record/disks.ts';
import { classesOf, failure } from '../../shared/domain/sandboxes/record/failures.ts';
import { leases, limits } from '../../shared/domain/sandboxes/record/limits.ts';
import { phaseChanges } from '../../shared/domain/sandboxes/record/phase-changes.ts';
import { Phase } from '../../shared/domain/sandboxes/record/phases.ts';
import { apiStatus } from '../../shared/domain/sandboxes/record/status.ts';
import { failureCodes } from '../../shared/presentation/compute-failures.ts';
import { lifecycleReasons } from '../../shared/presentation/sandbox-reasons.ts';
import { specFiles } from '../specs/catalogue.ts';
import { parseSpec } from '../specs/schema.ts';
import { leaseWords, limitWords, outcomes, pauseWords, phaseWords, reasonOutcomes } from './lifecycle-words.ts';

/** Generates the tables and the diagram of docs/lifecycle.md from the code. Its sentences are written by hand. */

const FILE = join(import.meta.dirname, '../../docs/lifecycle.md');

type Cells = readonly (string | number)[];

function table(head: Cells, rows: readonly Cells[]): string {
  const line = (cells: Cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Deletion is possible in every phase, so the diagram draws it only once. */
function diagram(): string {
  const isDeletion = (phase: Phase) => phase === 'DELETING' || phase === 'DELETED';
  const inside = phaseChanges.filter(({ from, to }) => !isDeletion(from) && !isDeletion(to));
  return [
    '```mermaid',
    'stateDiagram-v2',
    '  state "a sandbox" as sandbox {',
    '    [*] --> PENDING : started',
    '    [*] --> BOOTING : started warm',
    ...inside.map(({ from, to, label }) => `    ${from} --> ${to} : ${label}`),
    '  }',
    '  sandbox --> DELETING : deleted',
    ...phaseChanges
      .filter(({ from }) => isDeletion(from))
      .map(({ from, to, label }) => `  ${from} --> ${isDeletion(to) ? to : 'sandbox'} : ${label}`),
    '```',
  ].join('\n');
}

/** The status that clients read, from the function that computes it. */
function statusIn(phase: Phase, desired: 'RUNNING' | 'PAUSED'): string {
  if (phase === 'DELETING' || phase === 'DELETED') return '404';
  return apiStatus({ phase, desired, generation: 1, wanted_generation: 1, stop_into: 'PAUSED' });
}

function duration(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const;
  const [size, unit] = units.find(([length]) => seconds >= 2 * length && seconds % length === 0) ?? [1, 'second'];
  return `${seconds / size} ${unit}s`;
}

function limitTable(): string {
  const names = Object.keys(limits) as (keyof typeof limits)[];
  return table(
    ['limit', 'value', 'bounds', 'then'],
    names.map((name) => {
      const { unit, bounds, outcome } = limitWords[name];
      const value = unit === undefined ? duration(limits[name]) : `${limits[name]} ${unit}`;
      return [`\`${name}\``, value, bounds, outcome];
    }),
  );
}

function leaseTable(): string {
  const names = Object.keys(leases) as (keyof typeof leases)[];
  return table(
    ['lease', 'length', 'for'],
    names.map((name) => [`\`${name}\``, duration(leases[name]), leaseWords[name]]),
  );
}

function specTable(): string {
  const specs = Object.entries(specFiles).map(([name, source]) => parseSpec(name, source));
  return table(
    ['spec', 'paused when idle for', 'longest run', 'workspace', 'kept after a pause for'],
    specs.map(({ id, idleMinutes, lifetimeMinutes, workspaceGigabytes, retentionDays }) => [
      `\`${id}\``,
      duration(idleMinutes * 60),
      duration(lifetimeMinutes * 60),
      `${workspaceGigabytes} GiB`,
      `${retentionDays} days`,
    ]),
  );
}

function failureTable(): string {
  return table(
    ['code', 'message', 'remedy', 'retryable', 'the sandbox'],
    failureCodes().map((code) => {
      const reasons = [...classesOf(code)].map((one) => ({ ...failure(code, one).reason, outcome: outcomes[one] }));
      const { message, remedy } = failure(code, 'transient').reason;
      const retryable = new Set(reasons.map((one) => yesOrNo(one.retryable)));
      return [
        `\`${code}\``,
        message,
        remedy,
        [...retryable].join(', '),
        [...new Set(reasons.map(({ outcome }) => outcome))].join('; or '),
      ];
    }),
  );
}

function reasonTable(): string {
  return table(
    ['code', 'message', 'remedy', 'retryable', 'the sandbox'],
    lifecycleReasons().map(({ code, message, remedy, retryable }) => {
      const outcome = reasonOutcomes[code];
      if (outcome === undefined)
        throw new Error(
          `docs/lifecycle.md has no outcome for the reason '${code}': add it to infra/docs/lifecycle-words.ts`,
        );
      return [`\`${code}\``, message, remedy, yesOrNo(retryable), outcome];
    }),
  );
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

/** The generated parts of the page. */
const parts: Readonly<Record<string, () => string>> = {
  diagram,
  phases: () =>
    table(
      ['phase', 'meaning', 'status if RUNNING is desired', 'if PAUSED is desired', 'in AWS'],
      Phase.options.map((phase) => [
        phase,
        phaseWords[phase].meaning,
        statusIn(phase, 'RUNNING'),
        statusIn(phase, 'PAUSED'),
        phaseWords[phase].there,
      ]),
    ),
  changes: () =>
    table(
      ['from', 'to', 'when'],
      phaseChanges.map(({ from, to, when }) => [from, to, when]),
    ),
  limits: limitTable,
  leases: leaseTable,
  specs: specTable,
  failures: failureTable,
  reasons: reasonTable,
  pauses: () =>
    table(
      ['`pause_reason`', 'why'],
      PauseReason.options.map((reason) => [`\`${reason}\``, pauseWords[reason]]),
    ),
  tags: () =>
    table(
      ['tag', 'value'],
      [
        [`\`${DEPLOYMENT_TAG}\``, 'the deployment: the prefix of its stacks, such as `agent-conversations-dev`'],
        [
          `\`${SANDBOX_TAG}\``,
          '`owner/sandbox/generation`; characters that ECS does not accept are written as `_` and two hex digits',
        ],
        [`\`${MARK_TAG}\``, '16 characters that distinguish two sandboxes that used the same id one after the other'],
        [`\`${SAVED_TAG}\``, 'only on snapshots of this service: the saved volume'],
      ],
    ),
};

/** The page with current generated parts. @throws when a part has no place in the page */
export function currentPage(page: string): string {
  return Object.entries(parts).reduce((text, [name, make]) => {
    const [begin, end] = [`<!-- ${name}: made by npm run lifecycle -->`, `<!-- end of ${name} -->`];
    const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
    if (start < 0 || stop < start) throw new Error(`docs/lifecycle.md has no place for '${name}'`);
    return `${text.slice(0, start)}${begin}\n${make()}\n${text.slice(stop)}`;
  }, page);
}

export function readLifecyclePage(): Promise<string> {
  return readFile(FILE, 'utf8');
}

if (import.meta.main) {
  const page = await readLifecyclePage();
  const current = currentPage(page);
  if (process.argv.includes('--check') && page !== current) {
    console.error('docs/lifecycle.md is not current: run `npm run lifecycle` and commit it.');
    process.exitCode = 1;
  } else if (page !== current) await writeFile(FILE, current);
}
