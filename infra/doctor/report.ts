import type { Finding, Level, Subject } from './check.ts';
import type { Result } from './run-checks.ts';

export type Tally = Readonly<Record<Level, number>>;

export function tallyOf(results: readonly Result[]): Tally {
  const count = (level: Level) =>
    results.flatMap(({ findings }) => findings).filter((each) => each.level === level).length;
  return { ok: count('ok'), warning: count('warning'), error: count('error') };
}

/** The report for people. */
export function textReport(results: readonly Result[], { deployment, caller, when }: Subject): string {
  const width = Math.max(...results.map(({ check }) => check.length));
  const lines = results.flatMap(({ check, findings }) =>
    findings.map((finding) => described(check.padEnd(width), finding)),
  );
  const { ok, warning, error } = tallyOf(results);
  const head = `${deployment} in account ${caller.account}, Region ${caller.region}, ${when === 'before' ? 'before a deployment' : 'as it is deployed'}`;
  return [
    head,
    '',
    ...lines,
    '',
    `${ok} ok, ${warning} ${plural('warning', warning)}, ${error} ${plural('error', error)}`,
  ].join('\n');
}

function described(check: string, finding: Finding): string {
  const head = `${finding.level.padEnd(7)}  ${check}  `;
  if (finding.level === 'ok') return `${head}${finding.says}`;
  const indent = ' '.repeat(head.length);
  return [`${head}${finding.says}`, `${indent}Means: ${finding.means}`, `${indent}Do: ${finding.remedy}`].join('\n');
}

function plural(word: string, count: number): string {
  return count === 1 ? word : `${word}s`;
}

/** The report for programs, on one line. */
export function jsonReport(results: readonly Result[], { deployment, caller, when }: Subject): string {
  const findings = results.flatMap(({ check, isChecked, findings: found }) =>
    found.map((finding) => ({
      check,
      level: finding.level,
      checked: isChecked,
      says: finding.says,
      ...(finding.level === 'ok' ? {} : { means: finding.means, do: finding.remedy }),
    })),
  );
  return JSON.stringify({
    deployment,
    account: caller.account,
    region: caller.region,
    when,
    totals: tallyOf(results),
    findings,
  });
}
