import { QUOTA_ACTIONS, type Quota, quotaOf, raise } from '../account/quotas.ts';
import { defineCheck, type Finding, ok, type Subject, warning } from '../check.ts';

const storage: Quota = {
  service: 'ebs',
  code: 'L-7A658B76',
  name: 'Storage for General Purpose SSD (gp3) volumes, in TiB',
};
const snapshots: Quota = { service: 'ebs', code: 'L-309BACF6', name: 'Snapshots per Region' };

/** The newest, the one before it, and one under way. */
const SNAPSHOTS_EACH = 3;

interface Quotas {
  readonly tebibytes: number;
  readonly snapshots: number;
}

export const diskQuotas = defineCheck<Quotas>({
  id: 'disk-quotas',
  about: 'the quotas of EBS for gp3 storage and snapshots against `sandboxLimit` and the size of workspaces',
  when: ['before', 'after'],
  actions: QUOTA_ACTIONS,
  async read({ quotas }) {
    const [tebibytes, count] = await Promise.all([quotaOf(quotas, storage), quotaOf(quotas, snapshots)]);
    return { tebibytes, snapshots: count };
  },
  judge: (allowed, subject) => [volumes(allowed, subject), saved(allowed, subject)],
});

function volumes({ tebibytes }: Quotas, { settings: { sandboxLimit }, specs }: Subject): Finding {
  const gibibytes = Math.max(...specs.map(({ workspaceGigabytes }) => workspaceGigabytes));
  const wanted = Math.ceil((gibibytes * sandboxLimit) / 1024);
  const says = `The Region has room for ${tebibytes} TiB of gp3 volumes; a workspace takes up to ${gibibytes} GiB.`;
  if (tebibytes * 1024 >= gibibytes * sandboxLimit) return ok(says);
  return warning(
    says,
    `One owner may have ${sandboxLimit} sandboxes at a time (${wanted} TiB): some of them will not start.`,
    `Ask for more: \`${raise(storage, wanted)}\`. Or lower sandboxLimit, or the workspaceGigabytes of the spec.`,
  );
}

function saved({ snapshots: allowed }: Quotas, { settings: { sandboxLimit } }: Subject): Finding {
  const wanted = sandboxLimit * SNAPSHOTS_EACH;
  const says = `The Region has room for ${allowed} snapshots; a paused sandbox has up to ${SNAPSHOTS_EACH}.`;
  if (allowed >= wanted) return ok(says);
  return warning(
    says,
    `The ${sandboxLimit} sandboxes of one owner may need ${wanted}: a pause whose snapshot is refused keeps its volume, which costs more, and ends in ERROR.`,
    `Ask for more: \`${raise(snapshots, wanted)}\`. Or delete snapshots that are no longer needed.`,
  );
}
