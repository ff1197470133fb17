import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { defineEndpoint, type Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { describedEndpoints } from './contract-files.ts';
import { endpointSteps, missingSteps, type Read } from './endpoint-steps.ts';
import { root } from './import-graph.ts';

const texts = new Map<string, string | undefined>();

const read: Read = (path) => {
  const file = join(root, path);
  if (!texts.has(path)) texts.set(path, existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  return texts.get(path);
};

/** The files of the project, with additions to some of them. */
const withAdditions =
  (additions: Readonly<Record<string, string>>): Read =>
  (path) => {
    const text = read(path);
    const added = additions[path];
    return added === undefined ? text : `${text ?? ''}\n${added}\n`;
  };

const readme = /^## Add an endpoint\n(.*?)^## /ms.exec(`${read('README.md')}\n## `)?.[1] ?? '';

/** An endpoint that needs every step except those of the legacy generation. */
const tryModel = defineEndpoint(() => ({
  id: 'try-model',
  area: 'settings',
  tag: 'models',
  method: 'POST',
  path: '/api/v1/models/{model_id}/try',
  summary: 'Ask a language model whether it answers',
  access: 'key',
  scope: 'settings:read',
  generation: 'v1',
  params: z.object({ model_id: z.string() }),
  success: { status: 200, body: z.object({ answers: z.boolean() }) },
  errors: [],
})) satisfies Endpoint;

const additions: Readonly<Record<string, string>> = {
  'shared/contract/settings/models.ts':
    "export const tryModel = defineEndpoint(() => ({\n  ...common,\n  id: 'try-model',\n}));",
  'shared/contract/index.ts': '  models.tryModel,',
  'functions/settings/try-model.ts': "import { tryModel as endpoint } from '../../shared/contract/settings/models.ts';",
  'shared/rights/settings.ts': "  'try-model': offerModels,",
  'test/service/http/tenancy.test.ts': '    model_id: theirs.model,',
  'test/architecture/idempotency-reasons.ts': "  'try-model': 'asks, and changes nothing',",
  'docs/openapi.json': '"operationId": "try-model"',
  'shared/client/api-types.ts': '"/api/v1/models/{model_id}/try": {',
};

const sentences: readonly (readonly [file: string, sentence: string])[] = [
  [
    'shared/contract/settings/models.ts',
    'try-model has no contract entry in the file of its area: describe it in shared/contract/settings/models.ts',
  ],
  ['shared/contract/index.ts', 'try-model is not in the route table: name tryModel in shared/contract/index.ts'],
  ['functions/settings/try-model.ts', 'try-model has no handler: write functions/settings/try-model.ts'],
  ['shared/rights/settings.ts', 'try-model has no rights: write its line in shared/rights/settings.ts'],
  [
    'test/service/http/tenancy.test.ts',
    'try-model has a path parameter without an id of an owner: write model_id in test/service/http/tenancy.test.ts',
  ],
  [
    'test/architecture/idempotency-reasons.ts',
    'try-model is a POST that takes no Idempotency-Key: write the reason in test/architecture/idempotency-reasons.ts',
  ],
  ['docs/openapi.json', 'try-model is not in the interface: run `npm run openapi` and commit docs/openapi.json'],
  [
    'shared/client/api-types.ts',
    'try-model is not in the types of the client: run `npm run openapi` and commit shared/client/api-types.ts',
  ],
];

describe('the steps of an endpoint', () => {
  it('are complete for every endpoint that a contract file describes', async () => {
    const endpoints = [...(await describedEndpoints()).values()].flat();

    expect(endpoints.flatMap((endpoint) => missingSteps(endpoint, read))).toEqual([]);
  });

  it('are listed in the README, each with its file', () => {
    for (const { file } of endpointSteps) expect(readme, file).toContain(`\`${file}\``);
  });
});

describe('a sample endpoint that is added according to the README', () => {
  it('passes the checks when it has each file of the list', () => {
    expect(missingSteps(tryModel, withAdditions(additions))).toEqual([]);
  });

  it.each(sentences)('gets one sentence that names %s when it is missing', (file, sentence) => {
    const { [file]: left, ...others } = additions;

    expect(left).toBeDefined();
    expect(missingSteps(tryModel, withAdditions(others))).toEqual([sentence]);
  });

  it('gets a sentence that names its handler when the handler does not wire the Idempotency-Key', () => {
    const claimed = { ...tryModel, idempotent: true } as const;

    expect(missingSteps(claimed, withAdditions(additions))).toEqual([
      'try-model takes an Idempotency-Key: wire claimDeps in functions/settings/try-model.ts',
    ]);
  });

  it('gets a sentence that names its handler when responses with a secret would be stored unencrypted, or the reverse', () => {
    const file = 'functions/settings/try-model.ts';
    const wired = (name: string) => withAdditions({ ...additions, [file]: `serve(tryModel, wire, ${name});` });
    const sealed = { ...tryModel, idempotent: 'sealed' } as const;
    const plain = { ...tryModel, idempotent: true } as const;

    expect(missingSteps(sealed, wired('sealedClaimDeps'))).toEqual([]);
    expect(missingSteps(sealed, wired('claimDeps'))).toEqual([
      `try-model takes an Idempotency-Key: wire sealedClaimDeps in ${file}`,
    ]);
    expect(missingSteps(plain, wired('sealedClaimDeps'))).toEqual([
      `try-model takes an Idempotency-Key: wire claimDeps in ${file}`,
    ]);
  });

  it('needs neither handler nor rights when its response is constant', () => {
    const { 'functions/settings/try-model.ts': _, 'shared/rights/settings.ts': __, ...others } = additions;

    expect(missingSteps({ ...tryModel, constant: { answers: true } }, withAdditions(others))).toEqual([]);
  });
});
