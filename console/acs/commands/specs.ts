import { readFile } from 'node:fs/promises';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components, paths } from '../../../shared/client/api-types.ts';
import { dollars } from '../../../shared/presentation/money.ts';
import { sizeRangeWords, sizeWords } from '../../../shared/presentation/sandboxes.ts';
import { noun, verb } from '../command.ts';
import { wrongUsage } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { deleteVerb, getVerb, requireChange } from './usual-verbs.ts';

type Listed = components['schemas']['SandboxSpecInfo'];
type Details = components['schemas']['SandboxSpecDetails'];
type Path = paths['/api/v1/sandbox-specs/{spec_id}'];
type Order = paths['/api/v1/sandbox-specs']['post']['requestBody']['content']['application/json'];
type Change = Path['patch']['requestBody']['content']['application/json'];

const specId = {
  id: { type: 'string', demandOption: true, describe: 'ID of the spec, such as own.rust' },
} as const;

const SPEC = '/api/v1/sandbox-specs/{spec_id}';

const one = (id: string) => ({ params: { path: { spec_id: id } } });

/** The state of its check in one word; empty for specs of the deployment. */
function checkOf({ check }: Listed): string {
  return check?.state.toLowerCase() ?? '';
}

function factsOf(spec: Details, out: Output): string {
  return out.details([
    ['ID', spec.id],
    [
      'Version',
      spec.version === null ? null : `${spec.version} (sandboxes start from ${spec.offered_version ?? 'none'})`,
    ],
    ['Check', spec.check === null ? null : checkOf(spec)],
    ['Problem', spec.check?.detail ?? null],
    ['Agent server', spec.check?.agent_version ?? null],
    ['Image', spec.image],
    ['Size', sizeWords(spec)],
    ['Cost per hour', dollars(Number(spec.cost_per_hour_usd), 3)],
    ['Working directory', spec.working_dir],
    [
      'Ports',
      Object.entries(spec.ports)
        .map(([name, port]) => `${name} ${port}`)
        .join(', '),
    ],
  ]);
}

const listSpecs = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List sandbox specs with size and cost, the default first, your own last',
  examples: [['specs list', 'What `sandboxes start --spec` accepts']],
  run: async (_, { out, client }) => {
    const { items } = await answerOf((await client()).api.GET('/api/v1/sandbox-specs/search'));
    out.list(items, 'No sandbox specs found.', () =>
      out.table(items, [
        { title: 'spec', of: ({ id }) => id },
        { title: 'size', of: sizeWords },
        { title: 'sizes', of: sizeRangeWords, isSpare: true },
        { title: 'cost per hour', of: ({ cost_per_hour_usd: cost }) => dollars(Number(cost), 3) },
        { title: 'on Spot', of: ({ spot_cost_per_hour_usd: cost }) => dollars(Number(cost), 3), isSpare: true },
        { title: 'check', of: checkOf },
        { title: 'unavailable', of: ({ unavailable_reason: reason }) => reason, shrinks: true },
      ]),
    );
  },
});

const getSpec = getVerb({
  what: 'sandbox spec',
  describe: 'Show a sandbox spec and the result of its check',
  positionals: specId,
  example: ['specs get own.rust', 'Why no sandbox starts from it'],
  find: (api, id) => answerOf(api.GET(SPEC, one(id))),
  facts: factsOf,
});

const options = {
  image: { type: 'string', requiresArg: true, describe: 'Image by tag or digest' },
  vcpu: { type: 'number', requiresArg: true, describe: 'vCPUs' },
  memory: { type: 'number', requiresArg: true, describe: 'Memory in GB' },
  workspace: { type: 'number', requiresArg: true, describe: 'Size of the workspace in GB' },
  arm: { type: 'boolean', describe: 'The image is for Arm processors' },
  env: { type: 'string', array: true, requiresArg: true, describe: 'Environment variables, as NAME=value' },
  file: { type: 'string', requiresArg: true, describe: 'Further fields of the API, as JSON in a file' },
} as const;

interface Given {
  readonly image?: string | undefined;
  readonly vcpu?: number | undefined;
  readonly memory?: number | undefined;
  readonly workspace?: number | undefined;
  readonly arm?: boolean | undefined;
  readonly env?: readonly string[] | undefined;
  readonly file?: string | undefined;
}

/** The fields of a request. Options win over the file. */
async function fieldsOf({ image, vcpu, memory, workspace, arm, env, file }: Given): Promise<Change> {
  const named: Change = {
    image,
    vcpu,
    memory_gb: memory,
    workspace_gb: workspace,
    architecture: arm === undefined ? undefined : arm ? 'ARM64' : 'X86_64',
    initial_env: env && Object.fromEntries(env.map(variableOf)),
  };
  return { ...(file === undefined ? {} : await fromFile(file)), ...withoutUndefined(named) };
}

function variableOf(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw wrongUsage(`--env ${text}: write NAME=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

async function fromFile(file: string): Promise<Change> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Change;
  } catch (error) {
    throw wrongUsage(`--file ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function withoutUndefined(fields: Change): Change {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const createSpec = verb({
  command: 'create <name>',
  describe: 'Create a sandbox spec of your own, which is checked by a first start',
  positionals: { name: { type: 'string', demandOption: true, describe: 'Name: the ID is own.NAME' } },
  options: { ...options, image: { ...options.image, demandOption: true } },
  examples: [['specs create rust --image ghcr.io/acme/agent-rust:1.4.0 --vcpu 2 --memory 8', 'Show its ID']],
  run: async ({ name, ...given }, { out, client }) => {
    const body = { ...(await fieldsOf(given)), name } as Order;
    const made = await answerOf((await client()).api.POST('/api/v1/sandbox-specs', { body }));
    out.show(made, () => made.id);
    out.say(`The service checks it by a first start. See the result: acs specs get ${made.id}`);
  },
});

const updateSpec = verb({
  command: 'update <id>',
  aliases: ['edit'],
  describe: 'Make a new version of a sandbox spec of your own',
  positionals: specId,
  options,
  examples: [
    ['specs update own.rust --image ghcr.io/acme/agent-rust:1.5.0', 'New sandboxes use it once it is checked'],
  ],
  run: async ({ id, ...given }, { out, client }) => {
    const body = await fieldsOf(given);
    requireChange(body, 'specs update');
    const { api } = await client();
    const changed = await answerOf(api.PATCH(SPEC, { ...one(id), body }));
    out.show(changed, () => factsOf(changed, out));
  },
});

const checkSpec = verb({
  command: 'check <id>',
  describe: 'Check a sandbox spec of your own again',
  positionals: specId,
  examples: [['specs check own.rust', 'After its image was pushed']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    const found = await answerOf(api.POST('/api/v1/sandbox-specs/{spec_id}/check', one(id)));
    out.show(found, () => factsOf(found, out));
  },
});

const deleteSpec = deleteVerb({
  what: 'sandbox spec',
  describe: 'Delete a sandbox spec of your own; its sandboxes stay',
  positionals: specId,
  example: ['specs delete own.rust --yes', 'Without confirmation'],
  effect: async (api, id) => {
    await answerOf(api.GET(SPEC, one(id)));
    return `This deletes the sandbox spec ${id}. Its sandboxes stay.`;
  },
  remove: (api, id) => answerOf(api.DELETE(SPEC, one(id))),
});

export const specs = noun('specs', ['spec'], 'List sandbox specs, and manage your own', [
  listSpecs,
  getSpec,
  createSpec,
  updateSpec,
  checkSpec,
  deleteSpec,
]);
