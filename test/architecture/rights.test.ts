import { globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codedEndpoints } from '../../shared/contract/index.ts';
import { isAudited } from '../../shared/http/audit/audited.ts';
import { commonRights } from '../../shared/rights/groups.ts';
import { allRights, type FunctionId } from '../../shared/rights/index.ts';
import { rights, type Statement } from '../../shared/rights/statement.ts';
import { Code } from '../support/rights/code.ts';
import { reachableRights } from '../support/rights/reachable.ts';
import { root } from './import-graph.ts';

const files = globSync('functions/*/*.ts', { cwd: root });
const code = new Code(files.map((file) => join(root, file)));

describe('rights', () => {
  it('of each function are those that its code can use', () => {
    const all: string[] = [];
    for (const file of files) {
      const id = basename(file, '.ts') as FunctionId;
      const found = reachableRights(code, code.handlerOf(file), new Set(['auditLog']));
      const stated = new Set(linesOf(statementOf(id)));
      for (const [right, place] of found) if (!stated.has(right)) all.push(`${id} lacks ${right} (${place})`);
      for (const right of stated) if (!found.has(right)) all.push(`${id} does not need ${right}`);
    }
    if (process.env.DUMP) writeFileSync(process.env.DUMP, all.join('\n'));
    expect(all).toEqual([]);
  });
});

function statementOf(id: FunctionId): Statement {
  const endpoint = codedEndpoints.find((one) => one.id === id);
  return endpoint ? rights(allRights[id], commonRights(endpoint, isAudited(endpoint))) : allRights[id];
}

function linesOf(statement: Statement): readonly string[] {
  return Object.entries<readonly string[]>(statement).flatMap(([key, items]) => items.map((item) => `${key} ${item}`));
}
