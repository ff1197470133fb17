import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { RoleReport } from '../../../infra/local/iam/roles.ts';
import { askLocal } from './control.ts';

const PERMISSIONS = '.permissions.json';

interface Evidence {
  readonly roles: readonly RoleReport[];
}

/** Creates the folder for used permissions. Does nothing for a remote service. */
export async function announceRun(stateDirectories: readonly string[]): Promise<void> {
  process.env.E2E_EVIDENCE ??= await mkdtemp(join(tmpdir(), 'e2e-evidence-'));
  const known = (process.env.E2E_STATES ?? '').split(delimiter).filter((state) => state !== '');
  process.env.E2E_STATES = [...known, ...stateDirectories].join(delimiter);
}

/** The folders of the services of this run. `undefined` for a remote service. @throws without a run */
export function statesOfRun(): readonly string[] | undefined {
  const { E2E_STATES: states } = process.env;
  if (states === undefined) {
    throw new Error('Only a run of the tests of the service leaves traces: npm run test:permissions, test:secrets');
  }
  if (states === '') return undefined;
  return states.split(delimiter).filter((state) => existsSync(join(state, 'endpoint.json')));
}

/** Test projects end concurrently, so another service can still be writing evidence. */
export async function removeEvidence(): Promise<void> {
  const { E2E_EVIDENCE: folder } = process.env;
  if (folder === undefined) return;
  delete process.env.E2E_EVIDENCE;
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Stores the permissions that a service used, before it ends. */
export async function keepEvidence(stateDirectory: string): Promise<void> {
  const folder = process.env.E2E_EVIDENCE;
  // The folder is already deleted at the end of the run.
  if (folder === undefined) return;
  const evidence = await askLocal<Evidence>(stateDirectory, 'GET', 'permissions');
  if (process.env.E2E_EVIDENCE !== folder) return;
  await writeFile(join(folder, `${randomUUID()}${PERMISSIONS}`), JSON.stringify(evidence));
}

/** The permissions that the services of this run used. `undefined` for a remote service. @throws without a service */
export async function evidenceOfRun(): Promise<readonly (readonly RoleReport[])[] | undefined> {
  const { E2E_EVIDENCE: folder } = process.env;
  const stateDirectories = statesOfRun();
  if (folder === undefined || stateDirectories === undefined) return undefined;
  const reports = (await readdir(folder)).filter((name) => name.endsWith(PERMISSIONS));
  const kept = reports.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')));
  const live = stateDirectories.map((state) => askLocal<Evidence>(state, 'GET', 'permissions'));
  const all: readonly Evidence[] = await Promise.all([...live, ...kept]);
  return all.map(({ roles }) => roles);
}

/** @throws with the denied actions in the service's log */
export function assertNothingDenied(log: string): void {
  const denials = log.match(/^.*function \S+ was denied .*$/gm) ?? [];
  if (denials.length > 0) throw new Error(`Permissions are missing:\n${[...new Set(denials)].join('\n')}`);
}

/** @throws with requests that violate the AWS models, on the wire or as passed to the SDK */
export function assertFitsModels(log: string): void {
  const broken = [...log.matchAll(/ aws +error (.* breaks the AWS model of .*)$/gm)].map(([, line]) => line);
  if (broken.length > 0) throw new Error(`AWS would refuse or ignore parameters:\n${[...new Set(broken)].join('\n')}`);
}
