import { describe, expect, it } from 'vitest';
import type { Access } from '../../../../infra/smoke/service.ts';
import { type Sights, ticksOf } from '../../../../infra/smoke/sights.ts';

const disk = (id: string, isEncrypted = true) => ({ id, isEncrypted, keyId: 'arn:aws:kms:eu-west-1:1:key/2' });
const everything: Sights = {
  streamedMilliseconds: 42_000,
  form: 'path',
  socketUrl: 'wss://d1.cloudfront.net/a/sockets/events/1',
  socketSeconds: 9.87,
  volumes: [disk('vol-1')],
  snapshots: [disk('snap-1')],
  hasOpenedSecret: true,
};
const deployed = { baseUrl: 'https://api.example.com', isLocal: false, access: {} as Access };

function seenIn(sights: Sights, service: Parameters<typeof ticksOf>[1] = deployed): readonly string[] {
  return ticksOf(sights, service).flatMap(({ what, seen }) => (seen ? [what] : []));
}

const all = ticksOf(everything, deployed).map(({ what }) => what);

describe('what can only be seen on AWS', () => {
  it('is ticked when the run saw all of it', () => {
    expect(all).toHaveLength(6);
    expect(seenIn(everything)).toEqual(all);
  });

  it('says of the WebSocket in which form it went and how long it was open', () => {
    expect(ticksOf(everything, deployed)).toContainEqual({
      what: 'TLS and WebSocket through the ingress',
      seen: true,
      detail: 'wss://d1.cloudfront.net, path form, open for 9.9 s',
    });
  });

  it('is never ticked by a local service, whose folders and processes stand in for AWS', () => {
    expect(seenIn(everything, { ...deployed, isLocal: true })).toEqual([]);
  });

  it.each<[string, Sights, string]>([
    ['TLS and WebSocket through the ingress', { socketUrl: 'ws://192.0.2.1/sockets/events/1' }, 'is plain HTTP'],
    ['EBS: a volume, and its snapshot after the pause', { snapshots: [] }, 'did not come that far'],
    ['KMS: the key of the disk', { volumes: [disk('vol-1', false)] }, 'did not come that far'],
    ['KMS: the key of the vault', { hasOpenedSecret: false }, 'did not come that far'],
    ['Streaming through API Gateway', { streamedMilliseconds: 3 }, 'together with the last'],
  ])('leaves %s without a tick where the run did not see it', (what, sights, why) => {
    const ticks = ticksOf({ ...everything, ...sights }, deployed);

    expect(ticks.filter(({ seen }) => !seen)).toEqual([{ what, seen: false, detail: expect.stringContaining(why) }]);
  });

  it('leaves the API without a tick over plain HTTP, and disks where only the API is seen', () => {
    const { volumes: _, snapshots: __, ...byApi } = everything;
    const service = { ...deployed, baseUrl: 'http://api.example.com', access: undefined };

    const unseen = ticksOf(byApi, service).filter(({ seen }) => !seen);
    expect(unseen.map(({ detail }) => detail)).toEqual([
      'http://api.example.com is plain HTTP',
      'only --stack shows it',
      'only --stack shows it',
    ]);
  });
});
