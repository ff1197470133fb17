import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../shared/contract/index.ts';
import { hostedOperations } from '../../support/hosted/operations.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/hosted-api.md'), 'utf8');

/** Names of path parameters do not matter to clients. */
const nameless = (operation: string) => operation.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '');

const rows = page
  .slice(page.indexOf('## Operations that this service does not have'))
  .split('\n')
  .filter((text) => /^\| `[A-Z]+ \//.test(text))
  .map((text) => text.split('|').slice(1, -1));

const listed = rows.flatMap(([operations = '']) => [...operations.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one));

const all: readonly Endpoint[] = endpoints;
const answered = new Set(all.map(({ method, path }) => nameless(`${method} ${path}`)));

describe("the hosted product's published document", () => {
  it('has 185 operations, each answered here or listed with a reason', () => {
    const missing = hostedOperations.filter((one) => !answered.has(nameless(one)) && !listed.includes(one));

    expect(new Set(hostedOperations).size).toBe(185);
    expect(missing).toEqual([]);
  });

  it('has every operation that is listed, and none of them is answered', () => {
    expect(listed.filter((one) => !hostedOperations.includes(one))).toEqual([]);
    expect(listed.filter((one) => answered.has(nameless(one)))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('is listed with a reason and an alternative each', () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const [operations, ...cells] of rows) {
      expect(cells.length, operations).toBe(2);
      for (const cell of cells) expect(cell.trim().length, operations).toBeGreaterThan(5);
    }
  });

  it('is offered only alternatives that this service has', () => {
    const alternatives = rows.flatMap(([, , text = '']) =>
      [...text.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, one = '']) => one),
    );

    expect(alternatives.length).toBeGreaterThan(5);
    expect(alternatives.filter((one) => !answered.has(nameless(one)))).toEqual([]);
  });
});
