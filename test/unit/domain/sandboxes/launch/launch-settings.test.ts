import { describe, expect, it } from 'vitest';
import { LaunchSettings } from '../../../../../shared/domain/sandboxes/launch/launch-task.ts';
import { diskTags, ownerOfTags } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { diskOwner } from '../../../../../shared/domain/sandboxes/record/identity.ts';
import { Launch } from '../../../../../shared/domain/sandboxes/record/sandbox.ts';
import { aSandbox, aSpec, noon, someSpecs } from '../../../../support/sandboxes/sandbox-data.ts';

const place = {
  familyPrefix: 'agents-',
  subnets: ['subnet-1', 'subnet-2'],
  securityGroups: ['sg-1'],
  volumeRoleArn: 'arn:aws:iam::123456789012:role/volumes',
  deployment: 'agents-dev',
};
const now = new Date(noon);

describe('launch settings', () => {
  it("request a new disk with the sandbox's size and file system, tagged with its sandbox", () => {
    const sandbox = aSandbox({
      workspace_gigabytes: 40,
      filesystem_type: 'xfs',
      generation: 3,
      api_key_id: 'key-1',
    });
    const settings = new LaunchSettings(someSpecs(aSpec({ workspace_gigabytes: 99, filesystem_type: 'ext4' })), place);

    const launch = settings.launchOf(sandbox, now);

    expect(launch).toEqual({
      task_definition: 'agents-reference',
      container: 'agent',
      subnets: place.subnets,
      security_groups: place.securityGroups,
      requested_at: noon,
      volume: {
        name: 'workspace',
        role_arn: place.volumeRoleArn,
        size_gib: 40,
        snapshot_id: null,
        filesystem_type: 'xfs',
        tags: [
          { key: 'agent-conversations:deployment', value: 'agents-dev' },
          { key: 'agent-conversations:sandbox', value: `ann/${sandbox.sandbox_id}/3` },
          { key: 'agent-conversations:mark', value: diskOwner(sandbox).mark },
        ],
      },
      // What it is paid for by, as the spec says at this moment.
      size: { cpu_units: 1024, memory_megabytes: 4096, architecture: 'X86_64' },
      api_key_id: 'key-1',
      lineages: ['key-1'],
    });
    expect(Launch.parse(launch)).toEqual(launch);
  });

  it('use the snapshot when the workspace was saved', () => {
    const sandbox = aSandbox({ snapshot_id: 'snap-1', previous_snapshot_id: 'snap-0' });

    expect(new LaunchSettings(someSpecs(), place).launchOf(sandbox, now).volume).toMatchObject({
      snapshot_id: 'snap-1',
    });
  });

  it('have no disk when the spec has none or is gone', () => {
    const withoutDisk = new LaunchSettings(someSpecs(aSpec({ volume: null })), place);
    const withoutSpec = new LaunchSettings(someSpecs(aSpec({ id: 'another' })), place);

    expect(withoutDisk.launchOf(aSandbox(), now).volume).toBeNull();
    expect(withoutSpec.launchOf(aSandbox(), now)).toMatchObject({ volume: null, container: 'agent' });
  });
});

describe('tags of a disk', () => {
  it('encode and decode owner, sandbox and generation', () => {
    const owner = diskOwner(aSandbox({ owner_id: 'ann@example.com' }));

    expect(ownerOfTags(diskTags(owner, 'agents-dev'))).toEqual(owner);
  });

  it('distinguish two sandboxes that had the same id one after the other', () => {
    const first = aSandbox({ sandbox_id: 'a'.repeat(32), created_at: '2026-11-21T12:00:00.000Z' });

    expect(diskOwner({ ...first, created_at: '2026-11-22T12:00:00.000Z' })).not.toEqual(diskOwner(first));
  });

  it('name no sandbox when one of them is missing, and ignore other tags', () => {
    const owner = diskOwner(aSandbox());
    const [, sandbox, mark] = diskTags(owner, 'agents-dev');

    expect(ownerOfTags(mark ? [mark] : [])).toBeUndefined();
    expect(ownerOfTags(sandbox ? [sandbox] : [])).toBeUndefined();
    expect(ownerOfTags([])).toBeUndefined();
    expect(ownerOfTags([{ key: 'Name', value: 'x' }, { key: 'empty' }, ...diskTags(owner, 'b')])).toEqual(owner);
  });

  it('fit the limits of EC2 for the longest owner name', () => {
    const owner = diskOwner(aSandbox({ owner_id: 'a'.repeat(60), generation: 1_000_000 }));

    const sizes = diskTags(owner, 'agents-dev').map(({ key, value }) => [key.length <= 128, value.length <= 256]);

    expect(sizes.flat()).not.toContain(false);
  });
});
