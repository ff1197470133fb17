import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EDGE_HEADER, edgeProblems } from '../../../../shared/contract/shapes/edge-problem.ts';

const code = readFileSync(join(import.meta.dirname, '../../../../infra/ingress/edge/refusal.js'), 'utf8');

describe('problems of the edge', () => {
  it('are exactly those that the function at the edge answers, with their statuses', () => {
    const used = [...code.matchAll(/\{ status: (\d+), title: '[^']+', code: '([^']+)' \}/g)];

    expect(Object.fromEntries(used.map(([, status, name]) => [name, Number(status)]))).toEqual(edgeProblems);
    // No code has another format.
    expect(code.match(/code: '/g)).toHaveLength(used.length);
  });

  it('carry the header by which the service recognises them', () => {
    expect(code).toContain(`'${EDGE_HEADER}': { value: '1' }`);
  });
});
