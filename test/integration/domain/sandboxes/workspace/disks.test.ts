import { randomUUID } from 'node:crypto';
import { EC2Client } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { Faults } from '../../../../../infra/local/aws/faults.ts';
import { type DiskOwner, diskTags } from '../../../../../shared/domain/sandboxes/record/disks.ts';
import { Ec2Disks } from '../../../../../shared/domain/sandboxes/workspace/ec2-disks.ts';
import { once, repeatable } from '../../../../../shared/platform/aws/call-limits.ts';
import { anOwner, collect } from '../../../../support/http/walk.ts';
import { disksSuite } from '../../../../support/sandboxes/disks.suite.ts';
import { useMachine } from '../../../infra/local/ecs/local-ecs-server.ts';

/** The default of one second is too short on a loaded machine. */
const PATIENT = { timeout: 60_000 };

const faults = new Faults();
const machine = await useMachine({ faults });

function ec2Disks(deployment = 'agents-dev'): Ec2Disks {
  const { endpoint, region, credentials } = machine.disks.config;
  const place = { region, credentials, ...(endpoint ? { endpoint } : {}) };
  const clients = {
    repeatable: new EC2Client({ ...place, ...repeatable }),
    once: new EC2Client({ ...place, ...once }),
  };
  return new Ec2Disks(clients, deployment);
}

const taskOf = new Map<string, string>();

async function attach(owner: DiskOwner, deployment = 'agents-dev'): Promise<string> {
  const taskId = randomUUID();
  const workspace = `ann/${taskId}`;
  const id = await machine.ec2.volumes.create({
    taskId,
    taskArn: `arn:aws:ecs:us-east-1:000000000000:task/sandboxes/${taskId}`,
    availabilityZone: 'us-east-1a',
    configuration: {
      sizeGibibytes: 1,
      filesystemType: 'ext4',
      volumeType: 'gp3',
      encrypted: true,
      deleteOnTermination: false,
      tags: diskTags(owner, deployment),
    },
  });
  await machine.ec2.volumes.attach(taskId, workspace);
  taskOf.set(id, taskId);
  return id;
}

describe('EC2 disks', () => {
  disksSuite(() => ({
    disks: ec2Disks(),
    attach,
    release: (volumeId) => machine.ec2.volumes.release(taskOf.get(volumeId) ?? ''),
    failNextSnapshot: () => faults.add({ kind: 'fail', service: 'ec2', action: 'CreateSnapshot', times: 1 }),
    settle: () =>
      expect
        .poll(async () => (await collect(ec2Disks().snapshots())).filter(({ state }) => state === 'pending'), PATIENT)
        .toEqual([]),
  }));

  it('are listed for one deployment only', async () => {
    const owner = { startedBy: `${anOwner()}/0193aaaabbbb7ccc8dddeeeeffff0000/1`, mark: '0123456789abcdef' };
    const theirs = await attach(owner, 'agents-prod');
    await ec2Disks('agents-prod').save(theirs, owner);

    expect((await collect(ec2Disks().volumes())).map(({ id }) => id)).not.toContain(theirs);
    expect((await collect(ec2Disks().snapshots())).filter(({ volumeId }) => volumeId === theirs)).toEqual([]);
    expect(await ec2Disks().volumesOf(owner)).toEqual([]);
    expect((await collect(ec2Disks('agents-prod').volumes())).map(({ id }) => id)).toEqual([theirs]);
  });
});
