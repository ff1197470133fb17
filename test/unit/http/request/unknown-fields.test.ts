import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../shared/contract/endpoint/endpoint.ts';
import { endpoints } from '../../../../shared/contract/index.ts';
import { notOfStarts } from '../../../../shared/contract/shapes/start-request.ts';
import { askingWords, refusesUnsupported, unsupportedFields } from '../../../../shared/http/request/unknown-fields.ts';

const all = endpoints as readonly Endpoint[];
const named = (endpoint: Endpoint, body: unknown) =>
  unsupportedFields(endpoint, body).map(({ loc }) => loc.slice(1).join('.'));
const of = (id: string) => {
  const found = all.find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`there is no endpoint ${id}`);
  return found;
};
const asking = { machine: { cpu: 2 }, maxRunTime: 5, 'x-region': 'eu', allowed_hosts: ['x'], sudo: true };

describe('a field that asks for what the caller would not get', () => {
  it('is refused by every operation, unless it keeps all fields', () => {
    const keeping = all
      .filter((endpoint) => refusesUnsupported(endpoint) && endpoint.bodyFormat !== 'bytes')
      .filter((endpoint) => {
        const refused = endpoint.body
          ?.safeParse(asking)
          .error?.issues.flatMap((issue) => ('keys' in issue ? issue.keys : []));
        const found = [...named(endpoint, asking), ...(refused ?? [])];
        if (found.length > 0) expect([endpoint.id, found]).toEqual([endpoint.id, Object.keys(asking)]);
        return found.length === 0;
      });

    expect(keeping.map(({ id }) => id)).toEqual(['post-event']);
  });

  it('is named with its place and with advice', () => {
    const start = of('create-app-conversation');
    expect(
      named(start, { suggested_task: { repo: 'a/b', budget: 1 }, plugins: [{ source: 'x', image: 'y' }] }),
    ).toEqual(['suggested_task.budget', 'plugins.0.image']);
    expect(unsupportedFields(start, { system_prompt: 'x' })).toMatchObject([
      { type: 'unsupported_field', msg: expect.stringContaining('system_message_suffix') },
    ]);
    for (const field of Object.keys(notOfStarts)) {
      const [outer = '', inner] = field.split('.');
      expect(named(start, { [outer]: inner === undefined ? 'x' : { [inner]: 'x' } })).toEqual([field]);
    }
  });

  it('is found inside unknown fields, and in every usual spelling', () => {
    const sandboxes = of('start-sandbox');
    const nested = { options: { compute: [{ cpu: 2 }] }, CPUCount: 1, RAMSize: 1, vCPUs: 1, 'max-runtime': 1 };

    expect(named(sandboxes, nested)).toEqual(['options.compute.0.cpu', 'CPUCount', 'RAMSize', 'vCPUs', 'max-runtime']);
    expect(named(of('pause-sandbox'), [{ cpu: 2 }])).toEqual(['0.cpu']);
    expect(named(of('create-app-conversation'), { options: { note: 'x', agents: [{ name: 'y' }] } })).toEqual([]);
  });

  it('is ignored while it asks for nothing, as clients send their defaults', () => {
    const empty = { resources: null, max_time: 0, region: '', zones: [], limits: { cpu: null }, public_link: false };
    for (const endpoint of all) expect(named(endpoint, empty)).toEqual([]);
  });

  it('is ignored in reports of agents, and in sign-ins by OAuth', () => {
    for (const endpoint of all.filter(({ access }) => access !== 'key')) expect(named(endpoint, asking)).toEqual([]);
  });
});

it('fields that clients add are ignored', () => {
  const extras = {
    user_version: 3,
    llm_profiles: { a: 1 },
    provider_tokens_set: { github: '' },
    client_id: 'x',
    kind: 'y',
  };
  for (const endpoint of all) expect(named(endpoint, extras)).toEqual([]);
});

it('docs/api.md lists the words', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');
  for (const [kind, words] of Object.entries(askingWords)) {
    const row = `| a ${kind} | ${words
      .split(' ')
      .map((word) => `\`${word}\``)
      .join(' ')} |`;
    expect(page).toContain(row);
  }
});
