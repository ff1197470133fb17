import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type * as z from 'zod';
import { codedEndpoints } from '../../shared/contract/coded-endpoints.ts';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { root } from './import-graph.ts';

/** Files that only store a field, return it, or describe it: a field that nothing else names has no effect. */
const ECHOES = new Set([
  'shared/domain/settings/read-settings.ts',
  'shared/domain/settings/organization-settings.ts',
  'shared/domain/settings/plain-fields.ts',
  'shared/domain/conversations/start/task/start-task-view.ts',
  'shared/domain/conversations/record/metrics.ts',
  'shared/domain/webhooks/published-events.ts',
]);

const sources = globSync('{functions,shared/{domain,http,platform,wiring}}/**/*.ts', { cwd: root })
  .filter((path) => !ECHOES.has(path) && !path.startsWith('shared/domain/service/migration/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

function readersOf(field: string): readonly string[] {
  const name = new RegExp(`\\b${field}\\b`);
  return sources.filter(({ text }) => name.test(text)).map(({ path }) => path);
}

/** Fields that change nothing, each with why they are taken. A setting that asks for something is not among them. */
const forClients: Readonly<Record<string, string>> = {
  ...because('a user interface reads its own setting back', [
    'user_version',
    'user_consents_to_analytics',
    'enable_sound_notifications',
    'enable_desktop_notifications',
    'enable_proactive_conversation_starters',
    'enable_solvability_analysis',
    'v1_enabled',
    'is_new_user',
  ]),
  ...because('only the value for nothing is accepted', [
    'remote_runtime_resource_factor',
    'sandbox_base_container_image',
    'sandbox_runtime_container_image',
    'sandbox_grouping_strategy',
    'enable_classify_and_switch_llm_tool',
    'git_full_clone',
    'registered_marketplaces',
    'public_skills',
    'meta_profile_ref',
  ]),
  ...because('clients send the default of an earlier agent server', ['enable_switch_llm_tool', 'schema_version']),
  ...because('a web client sends what it knows about its settings', ['providers_set']),
};

function because(reason: string, fields: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map((field) => [field, reason]));
}

type Schema = z.core.$ZodTypes;

/** The names of all fields of a schema, at every depth. */
function fieldsIn(given: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof given !== 'object' || given === null || !('_zod' in given) || seen.has(given)) return [];
  seen.add(given);
  const { def } = (given as Schema)._zod;
  const own = def.type === 'object' ? Object.keys(def.shape) : [];
  const parts = def.type === 'object' ? Object.values(def.shape) : Object.values(def).flat();
  return [...own, ...parts.flatMap((part) => fieldsIn(part, seen))];
}

const requested = new Map<string, string[]>();
for (const { id, params, query, body } of codedEndpoints as readonly Endpoint[])
  for (const field of [params, query, body].flatMap((part) => fieldsIn(part)))
    requested.set(field, [...(requested.get(field) ?? []), id]);

it('every field of a request is read by code, or has a reason to be taken without effect', () => {
  const unread = [...requested.keys()].filter((field) => readersOf(field).length === 0);

  expect(requested.size).toBeGreaterThan(150);
  expect(unread.toSorted()).toEqual(Object.keys(forClients).toSorted());
});

it.each([
  ['disabled_skills', 'shared/domain/conversations/start/agent/agent-definition.ts'],
  ['git_user_name', 'shared/domain/settings/vault-settings-reader.ts'],
  ['search_api_key', 'shared/domain/settings/vault-settings-reader.ts'],
  ['observability_tags', 'shared/domain/conversations/start/agent/start-payload.ts'],
  ['sandbox_spec_id', 'shared/domain/conversations/start/create/choose-sandbox.ts'],
])('%s is read by %s', (field, reader) => {
  expect(readersOf(field)).toContain(reader);
});
