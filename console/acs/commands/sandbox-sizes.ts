import { answerOf } from '../../../shared/client/answer-of.ts';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { dollars } from '../../../shared/presentation/money.ts';
import { costOf, resourceWords } from '../../../shared/presentation/sandboxes.ts';
import { sandboxId } from '../arguments/options.ts';
import { resourcesOf, sizeOption } from '../arguments/size.ts';
import { verb } from '../command.ts';
import { Failure, wrongUsage } from '../output/failure.ts';
import { withoutSessionKey } from './sandbox.ts';

type Spec = components['schemas']['SandboxSpecInfo'];

/** The specs, the default first. */
async function specsOf({ api }: ServiceClient): Promise<readonly Spec[]> {
  return (await answerOf(api.GET('/api/v1/sandbox-specs/search'))).items;
}

const listSizes = verb({
  command: 'sizes [spec]',
  describe: 'List the sizes of a sandbox spec with their cost (default: the default spec)',
  positionals: { spec: { type: 'string', describe: 'Sandbox spec' } },
  options: {},
  examples: [['sandboxes sizes', 'What `sandboxes start --cpu --memory` can choose']],
  run: async ({ spec: id }, { out, client }) => {
    const specs = await specsOf(await client());
    const spec = specs.find((item) => id === undefined || item.id === id);
    if (!spec) throw new Failure(`There is no sandbox spec '${id}'.`, 'See: acs specs list');
    out.list(spec.sizes, 'No sizes found.', () =>
      out.table(spec.sizes, [
        { title: 'vCPUs', of: ({ vcpu }) => String(vcpu), align: 'right' },
        { title: 'memory', of: ({ memory_gb: memory }) => `${memory} GB`, align: 'right' },
        { title: 'cost per hour', of: ({ cost_per_hour_usd: cost }) => dollars(Number(cost), 3), align: 'right' },
        { title: 'on Spot', of: ({ spot_cost_per_hour_usd: cost }) => dollars(Number(cost), 3), align: 'right' },
      ]),
    );
  },
});

const resizeSandbox = verb({
  command: 'resize <id>',
  describe: 'Change the size of a sandbox from its next resume on',
  positionals: sandboxId,
  options: sizeOption,
  examples: [['sandboxes resize 0193c0ffee --cpu 2 --disk 50', 'Pause and resume it to apply the size at once']],
  run: async ({ id, ...args }, { out, client: open }) => {
    const resources = resourcesOf(args);
    if (resources === undefined) throw wrongUsage('The size is missing.', 'Enter --cpu, --memory or --disk.');
    const client = await open();
    const path = { sandbox_id: id };
    const changed = await answerOf(
      client.api.PATCH('/api/v1/sandboxes/{sandbox_id}', { params: { path }, body: { resources } }),
    );
    const size = changed.next_resources ?? changed.resources;
    const spec = (await specsOf(client)).find((one) => one.id === changed.sandbox_spec_id);
    const cost = spec && costOf(spec, size, changed.capacity);
    const price = cost === undefined ? '' : `, ${dollars(cost, 3)} an hour`;
    out.show(withoutSessionKey(changed), () => `From the next resume on: ${resourceWords(size)}${price}`);
  },
});

export const sizeCommands = [listSizes, resizeSandbox];
