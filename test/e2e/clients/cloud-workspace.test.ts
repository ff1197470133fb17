import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedAgentServer } from '../../../infra/specs/installed-program.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { StubModel } from '../support/stub-model.ts';

/** Of `openhands.workspace`, with the rest of the SDK. */
const PACKAGE = '../lib/python3*/site-packages/openhands_workspace-*.dist-info';
const PATIENCE = 280_000;

const program = installedAgentServer(process.env);
/** Interpreters of virtual environments: OPENHANDS_PYTHON names them, separated by colons. */
const { OPENHANDS_PYTHON = program === undefined ? '' : join(dirname(program), 'python') } = process.env;
const found = OPENHANDS_PYTHON.split(delimiter).flatMap((python) =>
  globSync(join(dirname(python), PACKAGE)).map((info) => [versionIn(info), python] as const),
);
const without = found.length === 0 || service().stateDirectory === null;
const why = without ? ' (skipped: set OPENHANDS_PYTHON to a Python interpreter with openhands-workspace)' : '';

const MODEL_KEY = `sk-${randomUUID()}`;
const SECRET = randomUUID();

function versionIn(info: string): string {
  return /openhands_workspace-(.+)\.dist-info$/.exec(info)?.[1] ?? '';
}

/** @returns what `cloud_workspace.py` saw */
async function run(python: string, input: object): Promise<Record<string, unknown>> {
  const child = spawn(python, [join(import.meta.dirname, 'cloud_workspace.py')], { stdio: 'pipe' });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text) => out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text) => err.push(text));
  child.stdin.end(JSON.stringify(input));
  const [code] = await once(child, 'close');
  expect(code, err.join('')).toBe(0);
  return JSON.parse(out.join('').trimEnd().split('\n').at(-1) ?? '');
}

describe.skipIf(without)(`the Python cloud workspace${why}`, { timeout: PATIENCE }, () => {
  let owner: Owner;
  let model: StubModel;
  beforeAll(async () => {
    [owner, model] = [await newOwner(), await StubModel.start()];
    const llm = { model: 'openai/stub', api_key: MODEL_KEY, base_url: model.url };
    await owner.bearer.post('/api/v1/settings', { agent_settings_diff: { llm } });
    await owner.bearer.post('/api/v1/secrets', { name: 'TOKEN', value: SECRET });
  });
  afterAll(() => model?.stop());

  const specs = [undefined, ...(program === undefined ? [] : ['openhands-local'])];

  it.each(
    found.flatMap(([version, python]) => specs.map((spec) => ({ version, of: spec ?? 'default', spec, python }))),
  )(
    '$version: starts a sandbox of the $of spec, works in it, comes back to it after a pause, and deletes it',
    async ({ version, spec, python }) => {
      const seen = await run(python, { url: service().baseUrl, key: owner.apiKey, spec, model: model.url });

      expect(seen).toMatchObject({
        version,
        alive: true,
        command: [3, expect.stringMatching(/out\n?.*err/s)],
        upload: true,
        download: true,
        content: 'héllo',
        llm: ['openai/stub', model.url, MODEL_KEY],
        secrets: { TOKEN: SECRET },
        status: 'finished',
        answers: [expect.stringContaining('hello'), expect.stringContaining('You said: hello from Python')],
        resumed: [true, true, true],
        kept: expect.stringContaining('héllo'),
        same: [true, expect.stringContaining('héllo')],
        left: [null],
      });
      if (spec !== undefined) expect(model.keys).toContain(MODEL_KEY);
    },
  );
});
