import { describe, expect, it } from 'vitest';
import { currentPage, readLifecyclePage } from '../../../../infra/docs/lifecycle.ts';
import { reasonOutcomes } from '../../../../infra/docs/lifecycle-words.ts';
import { leases, limits } from '../../../../shared/domain/sandboxes/record/limits.ts';
import { phaseChanges } from '../../../../shared/domain/sandboxes/record/phase-changes.ts';
import { Phase } from '../../../../shared/domain/sandboxes/record/phases.ts';
import { failureCodes, lifecycleReasons } from '../../../../shared/presentation/sandbox-reasons.ts';

const page = await readLifecyclePage();

describe('docs/lifecycle.md', () => {
  it('is current', () => {
    expect(currentPage(page), 'run `npm run lifecycle` and commit the page').toBe(page);
  });

  it('contains every phase, and every change in table and diagram', () => {
    for (const phase of Phase.options) expect(page).toContain(`\n| ${phase} | `);
    for (const { from, to, label, when } of phaseChanges) {
      expect(page).toContain(`| ${from} | ${to} | ${when} |`);
      const isDeletion = [from, to].some((phase) => phase === 'DELETING' || phase === 'DELETED');
      if (!isDeletion) expect(page).toContain(`    ${from} --> ${to} : ${label}\n`);
    }
  });

  it.each([...failureCodes(), ...lifecycleReasons().map(({ code }) => code)])('has %s with its remedy', (code) => {
    const [line] = page.split('\n').filter((text) => text.startsWith(`| \`${code}\` |`));

    expect(line?.split(' | ').filter((cell) => cell.trim() === '')).toEqual([]);
    expect(line?.split(' | ')).toHaveLength(5);
  });

  it.each([...Object.keys(limits), ...Object.keys(leases)])('has the limit %s with its number', (name) => {
    expect(page).toMatch(new RegExp(`\\| \`${name}\` \\| \\d+ (seconds|minutes|hours|days|times) \\|`));
  });

  it('contains no unknown reason code', () => {
    expect(Object.keys(reasonOutcomes)).toEqual(lifecycleReasons().map(({ code }) => code));
  });

  it('generator throws when a part is missing', () => {
    const without = page.replace('<!-- end of limits -->', '');

    expect(() => currentPage(without)).toThrow("no place for 'limits'");
  });
});
