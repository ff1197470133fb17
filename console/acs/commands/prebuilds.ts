import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { providers, refreshes } from '../arguments/choices.ts';
import { prebuildId } from '../arguments/options.ts';
import { resourcesOf, sizeOption } from '../arguments/size.ts';
import { noun, verb } from '../command.ts';
import { type Output, styleOf } from '../output/output.ts';
import { oneLine } from '../output/plain.ts';
import { deleteVerb, getVerb, requireChange, showSecret } from './usual-verbs.ts';

type Prebuild = components['schemas']['Prebuild'];
type WithSecret = components['schemas']['PrebuildWithSecret'];

const PREBUILD = '/api/v1/prebuilds/{prebuild_id}';

const one = (id: string) => ({ params: { path: { prebuild_id: id } } });

const branchOf = ({ branch }: Prebuild): string => branch ?? 'default branch';

function sizeOf({ resources }: Prebuild): string | null {
  if (resources === null) return null;
  const { cpu, memory_gb: memory, disk_gb: disk } = resources;
  return [cpu && `${cpu} vCPU`, memory && `${memory} GB`, disk && `workspace ${disk} GB`].filter(Boolean).join(', ');
}

function factsOf(found: Prebuild, out: Output): string {
  const { current, build, failure } = found;
  return out.details([
    ['ID', found.id],
    ['Repository', found.repository],
    ['Branch', branchOf(found)],
    ['Provider', found.git_provider],
    ['Spec', found.sandbox_spec_id],
    ['Size of builds', sizeOf(found)],
    ['Refresh', found.refresh],
    ['State', found.state, (text) => out.paint(styleOf(text), text)],
    ['Built', current && `${out.bothTimes(current.built_at)}, in ${current.seconds} s`],
    ['Commit', current?.commit ?? null],
    ['Spec version', current?.spec_version?.toString() ?? null],
    ['Snapshot', current?.snapshot_id ?? null],
    ['Building', build && `since ${out.bothTimes(build.began_at)}, in sandbox ${build.sandbox_id ?? 'to come'}`],
    ['Failure', failure && `${failure.message} ${failure.output ?? ''}`.trimEnd()],
    ['Next build', out.bothTimes(found.next_build_at)],
    ['Set-up at starts', found.setup_on_start ? 'yes' : null],
    ['Webhook URL', found.hook_url],
    ['Created', out.bothTimes(found.created_at)],
  ]);
}

/** Shows the secret of the webhook if there is a new one. */
function showMade(made: WithSecret, out: Output): void {
  const { hook_secret: secret, hook_url: url } = made;
  if (secret === null) {
    out.show(made, () => factsOf(made, out));
    return;
  }
  const notes = [
    `Prebuild ${made.id} of ${oneLine(made.repository)} is built after pushes.`,
    `Add this webhook at the git provider, with JSON as its content type: ${url}`,
    'This is the only time its secret is shown:',
  ];
  showSecret(made, secret, notes, out);
}

const listPrebuilds = verb({
  command: 'list',
  aliases: ['ls'],
  describe: 'List prebuilds',
  examples: [['prebuilds list', 'Repositories, state and last build']],
  run: async (_, { out, client }) => {
    const { api } = await client();
    const { items } = await answerOf(api.GET('/api/v1/prebuilds'));
    out.list(items, 'No prebuilds found. Create one: acs prebuilds create OWNER/NAME', () =>
      out.table(items, [
        { title: 'ID', of: ({ id }) => id, keepsEnd: true },
        { title: 'repository', of: ({ repository }) => repository, shrinks: true },
        { title: 'branch', of: branchOf, shrinks: true, isSpare: true },
        { title: 'state', of: ({ state }) => state, paint: (text) => out.paint(styleOf(text), text) },
        { title: 'built', of: ({ current }) => out.time(current?.built_at ?? null), isSpare: true },
      ]),
    );
  },
});

const createPrebuild = verb({
  command: 'create <repository>',
  aliases: ['new'],
  describe: 'Prepare a repository for starts: clone it, run its set-up and keep the result',
  positionals: {
    repository: { type: 'string', demandOption: true, describe: 'Repository, such as acme/shop' },
  },
  options: {
    branch: { type: 'string', alias: 'b', requiresArg: true, describe: 'Branch or tag' },
    provider: { type: 'string', choices: providers, requiresArg: true, describe: 'Git provider' },
    spec: { type: 'string', requiresArg: true, describe: 'Sandbox spec' },
    refresh: {
      type: 'string',
      choices: refreshes,
      default: 'never' as const,
      requiresArg: true,
      describe: 'When to build again',
    },
    'setup-on-start': { type: 'boolean', describe: 'Run the set-up script at each start too' },
    ...sizeOption,
  },
  examples: [
    ['prebuilds create acme/shop --refresh daily', 'Built now, and every day'],
    ['prebuilds create acme/shop --refresh push > secret.txt', 'Save the secret of its webhook'],
  ],
  run: async ({ repository, branch, provider, spec, refresh, 'setup-on-start': again, ...size }, { out, client }) => {
    const body = {
      repository,
      branch: branch ?? null,
      git_provider: provider ?? null,
      sandbox_spec_id: spec ?? null,
      refresh,
      setup_on_start: again === true,
      resources: resourcesOf(size) ?? null,
    };
    const { api } = await client();
    showMade(await answerOf(api.POST('/api/v1/prebuilds', { body })), out);
  },
});

const getPrebuild = getVerb({
  what: 'prebuild',
  describe: 'Show a prebuild',
  positionals: prebuildId,
  example: ['prebuilds get 4f2c', 'Its last build, and why one failed'],
  find: (api, id) => answerOf(api.GET(PREBUILD, one(id))),
  facts: factsOf,
});

const buildPrebuild = verb({
  command: 'build <id>',
  describe: 'Build a prebuild now',
  positionals: prebuildId,
  examples: [['prebuilds build 4f2c', 'Starts use the last build until this one has succeeded']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    const found = await answerOf(api.POST('/api/v1/prebuilds/{prebuild_id}/build', one(id)));
    out.show(found, () => factsOf(found, out));
  },
});

const updatePrebuild = verb({
  command: 'update <id>',
  aliases: ['edit'],
  describe: 'Update when a prebuild is built, its size, and whether starts run the set-up script',
  positionals: prebuildId,
  options: {
    refresh: { type: 'string', choices: refreshes, requiresArg: true, describe: 'When to build again' },
    'setup-on-start': { type: 'boolean', describe: 'Run the set-up script at each start too' },
    ...sizeOption,
  },
  examples: [['prebuilds update 4f2c --refresh daily', 'Build it every day']],
  run: async ({ id, refresh, 'setup-on-start': again, ...size }, { out, client }) => {
    const body = { refresh, setup_on_start: again, resources: resourcesOf(size) };
    requireChange(body, 'prebuilds update');
    const { api } = await client();
    const changed = await answerOf(api.PATCH(PREBUILD, { ...one(id), body }));
    out.show(changed, () => factsOf(changed, out));
  },
});

const deletePrebuild = deleteVerb({
  what: 'prebuild',
  describe: 'Delete a prebuild and its snapshot',
  positionals: prebuildId,
  example: ['prebuilds delete 4f2c --yes', 'Without confirmation'],
  effect: async (api, id) => {
    const { repository } = await answerOf(api.GET(PREBUILD, one(id)));
    return `This deletes the prebuild of ${oneLine(repository)}.`;
  },
  remove: (api, id) => answerOf(api.DELETE(PREBUILD, one(id))),
});

const rotateSecret = verb({
  command: 'rotate-secret <id>',
  describe: 'Replace the secret of the webhook with a new one, which is shown once',
  positionals: prebuildId,
  examples: [['prebuilds rotate-secret 4f2c > secret.txt', 'Save the new secret']],
  run: async ({ id }, { out, client }) => {
    const { api } = await client();
    showMade(await answerOf(api.POST('/api/v1/prebuilds/{prebuild_id}/rotate-secret', one(id))), out);
  },
});

export const prebuilds = noun(
  'prebuilds',
  ['prebuild', 'pb'],
  'Prepare repositories, so that conversations start sooner',
  [listPrebuilds, createPrebuild, getPrebuild, buildPrebuild, updatePrebuild, deletePrebuild, rotateSecret],
);
