import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unreachable } from '../../../../infra/ingress/error-pages.ts';
import { PROJECT_ROOT } from '../../../../infra/local/terminal/options.ts';
import { edgeProblems } from '../../../../shared/contract/shapes/edge-problem.ts';
import { PortName } from '../../../../shared/contract/shapes/enums.ts';

const page = readFileSync(join(PROJECT_ROOT, 'docs/ingress.md'), 'utf8');

it('docs/ingress.md has every answer of the edge, and no other', () => {
  const rows = [...page.matchAll(/^\| ([\d, ]+) \| `(\w+)` \|/gm)].flatMap(([, statuses = '', code]) =>
    statuses.split(', ').map((status) => [Number(status), code]),
  );

  const given = Object.entries(edgeProblems).map(([code, status]) => [status, code]);
  const pages = Object.keys(unreachable).map((status) => [Number(status), 'sandbox_moved']);
  expect(rows.toSorted()).toEqual([...given, ...pages].toSorted());
});

it('docs/ingress.md numbers the names of ports as labels do', () => {
  const numbered = PortName.options.map((name, number) => `${number} \`${name}\``).join(', ');

  expect(page).toContain(numbered);
});
