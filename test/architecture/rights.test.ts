import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import { namedFields } from '../../shared/contract/endpoint/named.ts';
import { isAudited } from '../../shared/http/audit/audit-requests.ts';
import { isCharged } from '../../shared/http/rate-limits/charge-calls.ts';
import { commonRights } from '../../shared/rights/groups.ts';
import { allRights, type FunctionId } from '../../shared/rights/index.ts';
import type { Statement } from '../../shared/rights/statement.ts';
import { tables } from '../../shared/rights/tables.ts';
import { Code } from '../support/rights/code.ts';
import { reachableRights } from '../support/rights/reachable.ts';
import { root } from './import-graph.ts';

const files = globSync('functions/*/*.ts', { cwd: root });
const code = new Code(files.map((file) => join(root, file)));

/** Variables that Lambda sets, and variables that belong to a right in addition to the name of its resource. */
const otherVariables =
  /^(AWS_\w+|LAMBDA_TASK_ROOT|ECS_CLUSTER|LAUNCHES_PER_SECOND|TASK_\w+|VOLUME_ROLE_ARN|\w+_STORE_ARN)$/;

/** Rights that `commonRights` states, because audit logging, the count and privacy depend only on the endpoint. */
const stops = new Set(['auditLog', 'callCharges', 'privacyOfRequests']);

describe('rights', () => {
  const found = new Map(files.map((file) => [idOf(file), reachableRights(code, code.handlerOf(file), stops)]));

  it('of each function include everything that its code can call', () => {
    const lacking = [...found].flatMap(([id, rights]) => {
      const stated = new Set([...linesOf(allRights[id]), ...linesOf(commonOf(id)), 'variables LEGACY_SUNSET']);
      return [...rights].flatMap(([right, place]) => {
        const [, variable = ''] = right.split('variables ');
        return stated.has(right) || otherVariables.test(variable) ? [] : [`${id} lacks ${right}, for ${place}`];
      });
    });

    expect(lacking).toEqual([]);
  });

  it('of each function include nothing that its code never calls', () => {
    const needless = [...found].flatMap(([id, rights]) =>
      linesOf(allRights[id]).flatMap((right) => (rights.has(right) ? [] : [`${id} does not need ${right}`])),
    );

    expect(needless).toEqual([]);
  });

  it('are found in branches that few requests take', () => {
    expect(found.get('start-conversation')?.has('sandboxes UpdateItem')).toBe(true);
    expect(found.get('backfill-events')?.has('events timestamp_index')).toBe(true);
  });

  it('are found for everything that a statement can name', () => {
    const kinds = new Set(
      [...found.values()].flatMap((rights) => [...rights.keys()].map((right) => right.split(' ')[0])),
    );

    for (const kind of [
      ...Object.keys(tables),
      'masterSecret',
      'modelSecret',
      'vaultKey',
      'workers',
      'tasks',
      'logs',
      'disks',
    ])
      expect(kinds).toContain(kind);
  });
});

function idOf(file: string): FunctionId {
  return basename(file, '.ts') as FunctionId;
}

function commonOf(id: FunctionId): Statement {
  const endpoint = codedEndpoints.find((one) => one.id === id);
  if (!endpoint) return {};
  const named = namedFields(endpoint).map(({ kind }) => kind);
  return commonRights(endpoint, { isAudited: isAudited(endpoint), isCharged: isCharged(endpoint), named });
}

function linesOf(statement: Statement): readonly string[] {
  return Object.entries<readonly string[]>(statement).flatMap(([key, items]) => items.map((item) => `${key} ${item}`));
}
