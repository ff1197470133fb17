import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { RoleReport } from '../../../infra/local/iam/role-report.ts';
import { askLocal } from './control.ts';

/** How the names of files end that say what a service was allowed. */
const PERMISSIONS = '.permissions.json';

interface Evidence {
  readonly roles: readonly RoleReport[];
}

/**
 * Tells the processes of this run where to leave what their services were allowed, and where the services are that live to the end of the run: nowhere, when they
 * do not run on this machine.
 */
export function announceRun(folder: string, stateDirectories: readonly string[]): void {
  process.env.E2E_EVIDENCE = folder;
  process.env.E2E_STATES = stateDirectories.join(delimiter);
}

/** Keeps what a service was allowed, which it forgets when it ends. */
export async function keepEvidence(stateDirectory: string): Promise<void> {
  const folder = process.env.E2E_EVIDENCE;
  if (folder === undefined) return;
  const evidence = await askLocal<Evidence>(stateDirectory, 'GET', 'permissions');
  await writeFile(join(folder, `${randomUUID()}${PERMISSIONS}`), JSON.stringify(evidence));
}

/**
 * What every service of this run was allowed, those that have ended and those that still run. Undefined when it does not run on this machine.
 *
 * @throws when there was no service in this run.
 */
export async function evidenceOfRun(): Promise<readonly (readonly RoleReport[])[] | undefined> {
  const { E2E_EVIDENCE: folder, E2E_STATES: stateDirectories } = process.env;
  if (folder === undefined || stateDirectories === undefined) {
    throw new Error('Only a run of the end-to-end tests shows which permissions are needed: npm run test:permissions');
  }
  if (stateDirectories === '') return undefined;
  const reports = (await readdir(folder)).filter((name) => name.endsWith(PERMISSIONS));
  const kept = reports.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')));
  const live = stateDirectories.split(delimiter).map((state) => askLocal<Evidence>(state, 'GET', 'permissions'));
  const all: readonly Evidence[] = await Promise.all([...live, ...kept]);
  return all.map(({ roles }) => roles);
}

/** @throws naming what was denied: a service that lacks a permission may hide it from its callers, but not from its log. */
export function assertNothingDenied(log: string): void {
  const denials = log.match(/^.*function \S+ was denied .*$/gm) ?? [];
  if (denials.length > 0) throw new Error(`Permissions are missing:\n${[...new Set(denials)].join('\n')}`);
}
