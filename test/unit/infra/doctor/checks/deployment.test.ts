import { describe, expect, it } from 'vitest';
import { alarms } from '../../../../../infra/doctor/checks/alarms.ts';
import { ingress } from '../../../../../infra/doctor/checks/ingress.ts';
import { orphans } from '../../../../../infra/doctor/checks/orphans.ts';
import { stacks } from '../../../../../infra/doctor/checks/stacks.ts';
import { streamReaders } from '../../../../../infra/doctor/checks/stream-readers.ts';
import { runtimeEnds, versions } from '../../../../../infra/doctor/checks/versions.ts';
import { aSubject, levels, NOW, words } from '../../../../support/doctor/a-subject.ts';

const alarm = {
  AlarmName: 'agent-conversations-prod-work-failed',
  ActionsEnabled: true,
} as const;

describe('doctor on alarms', () => {
  it('accepts alarms that can notify', () => {
    expect(levels(alarms.judge([alarm], aSubject()))).toEqual(['ok']);
  });

  it('warns about a muted one', () => {
    expect(levels(alarms.judge([{ ...alarm, ActionsEnabled: false }], aSubject()))).toEqual(['warning']);
  });

  it('warns when there is none, unless the settings ask for none', () => {
    expect(levels(alarms.judge([], aSubject({ settings: { alarms: 'basic' } })))).toEqual(['warning']);
  });
});

const isCloudFront = true;
const healthy = {
  address: 'https://d1.cloudfront.net/{label}',
  toNoLabel: { status: 404, code: 'not_found', isCloudFront },
  toUnsigned: { status: 403, code: 'sandbox_address_invalid', isCloudFront },
  names: {
    atEdge: { status: 403, code: 'sandbox_address_invalid', isCloudFront },
    atService: { status: 403, code: 'sandbox_address_invalid', isCloudFront: false },
  },
};

describe('doctor on the ingress', () => {
  it('accepts an edge that responds and refuses unsigned labels and names', () => {
    const found = ingress.judge(healthy, aSubject());

    expect(levels(found)).toEqual(['ok', 'ok']);
    expect(words(found)).toContain(healthy.address);
  });

  it('asks a router, which reads no names, for none', () => {
    expect(levels(ingress.judge({ ...healthy, names: 'not read' }, aSubject()))).toEqual(['ok']);
  });

  it('warns where sandboxes are reached directly', () => {
    const found = ingress.judge({ ...healthy, address: null }, aSubject());

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('Set `ingress` to cloudfront');
  });

  it.each([
    ['nothing answers', 'getaddrinfo ENOTFOUND doctor.sandboxes.example.com', 'there was no response (getaddrinfo'],
    [
      'something else answers',
      { status: 404, code: undefined, isCloudFront },
      'the response was 404 without a problem detail',
    ],
    ['the function fails', { status: 503, code: undefined, isCloudFront }, 'the response was 503 without'],
  ])('finds that %s', (_, toNoLabel, said) => {
    const found = ingress.judge({ ...healthy, toNoLabel }, aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain(said);
  });

  it('finds an edge without keys, and states how to install them', () => {
    const found = ingress.judge(
      { ...healthy, toUnsigned: { status: 503, code: 'unavailable', isCloudFront } },
      aSubject(),
    );

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('npm run keys -- rotate-ingress --stack agent-conversations-prod');
  });

  it.each([
    { status: 200, code: undefined, isCloudFront },
    { status: 502, code: 'sandbox_moved', isCloudFront },
    { status: 403, code: undefined, isCloudFront },
    'reset',
  ])('finds an edge that answers %j to an unsigned label or name', (answer) => {
    const names = { ...healthy.names, atEdge: answer };

    expect(levels(ingress.judge({ ...healthy, toUnsigned: answer }, aSubject()))).toEqual(['error']);
    expect(levels(ingress.judge({ ...healthy, names }, aSubject()))).toEqual(['ok', 'error']);
  });

  it('finds an edge without the keys of names, and states how to install them', () => {
    const names = { ...healthy.names, atEdge: { status: 503, code: 'unavailable', isCloudFront } };
    const found = ingress.judge({ ...healthy, names }, aSubject());

    expect(levels(found)).toEqual(['ok', 'error']);
    expect(words(found)).toContain('npm run keys -- rotate-ingress --stack agent-conversations-prod');
  });

  it.each([
    ['a service without this function', { status: 404, code: 'not_found', isCloudFront: false }],
    ['a function that fails', { status: 500, code: 'internal_error', isCloudFront: false }],
    ['no service', 'getaddrinfo ENOTFOUND'],
  ])('finds %s behind the edge', (_case, atService) => {
    const found = ingress.judge({ ...healthy, names: { ...healthy.names, atService } }, aSubject());

    expect(levels(found)).toEqual(['ok', 'error']);
    expect(words(found)).toContain('answer-address');
  });
});

const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const orphan = (kind: 'task' | 'volume' | 'snapshot', id: string, minutes: number) => ({
  kind,
  id,
  since: minutesAgo(minutes),
});

describe('doctor on orphans', () => {
  it('leaves recent objects to the sweep', () => {
    expect(levels(orphans.judge({ all: 3, orphans: [orphan('volume', 'vol-1', 9)] }, aSubject()))).toEqual(['ok']);
  });

  it('warns about disks without a row, and states how to restore rows', () => {
    const unproven = { ...orphan('snapshot', 'snap-1', 11), isUnproven: true };
    const found = orphans.judge({ all: 1, orphans: [unproven] }, aSubject());

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('docs/runbook.md');
  });

  it('finds objects that the sweep should have removed, by kind', () => {
    const old = [orphan('volume', 'vol-1', 11), orphan('volume', 'vol-2', 11), orphan('task', 'arn:task', 11)];
    const found = orphans.judge({ all: 3, orphans: old }, aSubject());

    expect(levels(found)).toEqual(['error', 'error']);
    expect(words(found)).toContain('2 volumes of agent-conversations-prod belong to no sandbox: vol-1, vol-2.');
    expect(words(found)).toContain('1 task of agent-conversations-prod belongs to no sandbox');
  });
});

const stack = (part: string, status = 'UPDATE_COMPLETE') => ({
  name: `agent-conversations-prod-${part}`,
  status,
  outputs: {},
});
const all = [stack('data'), stack('api')];

describe('doctor on stacks', () => {
  it('is content when they are complete, or not there before a first deployment', () => {
    expect(levels(stacks.judge(all, aSubject()))).toEqual(['ok']);
    expect(levels(stacks.judge([], aSubject({ when: 'before' })))).toEqual(['ok']);
  });

  it('finds those that are missing', () => {
    const found = stacks.judge([stack('data')], aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('no stack agent-conversations-prod-api in account 123456789012, Region eu-west-1');
  });

  it.each(['UPDATE_ROLLBACK_COMPLETE', 'UPDATE_IN_PROGRESS', 'ROLLBACK_COMPLETE'])('warns of %s', (status) => {
    const found = stacks.judge([stack('data', status), stack('api')], aSubject());

    expect(levels(found)).toEqual(['warning']);
    expect(words(found)).toContain('npx cdk diagnose agent-conversations-prod-data');
  });
});

const reader = { function: 'reconcile', id: 'uuid-1', state: 'Enabled', result: 'OK' };

describe('doctor on streams', () => {
  it('accepts enabled readers', () => {
    expect(levels(streamReaders.judge([reader], aSubject()))).toEqual(['ok']);
  });

  it('finds that nothing is read', () => {
    expect(levels(streamReaders.judge([], aSubject()))).toEqual(['error']);
  });

  it('finds a reader that is switched off', () => {
    const found = streamReaders.judge([{ ...reader, state: 'Disabled' }], aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain('aws lambda update-event-source-mapping --uuid uuid-1 --enabled');
  });

  it('finds a reader that Lambda has trouble with', () => {
    const result = 'PROBLEM: The role may not read the stream';

    expect(words(streamReaders.judge([{ ...reader, result }], aSubject()))).toContain(result);
  });
});

const address = 'https://api.example.com/prod';
const found = { deployed: '1.2.3', address, runtimes: ['nodejs24.x'] };

describe('doctor on versions', () => {
  it("accepts a deployed version equal to the checkout's", () => {
    expect(levels(versions.judge(found, aSubject()))).toEqual(['ok', 'ok']);
  });

  it('warns about another version', () => {
    expect(words(versions.judge({ ...found, deployed: '1.2.2' }, aSubject()))).toContain(
      'Version 1.2.2 is deployed; this checkout is 1.2.3',
    );
  });

  it('finds a service that does not respond', () => {
    expect(levels(versions.judge({ ...found, deployed: null }, aSubject()))).toEqual(['error', 'ok']);
  });

  it.each([
    ['long before its end', -365, 'ok'],
    ['shortly before its end', -30, 'warning'],
    ['after its end', 1, 'error'],
  ])('judges a runtime %s', (_, days, level) => {
    const now = new Date(Date.parse(runtimeEnds['nodejs24.x'] ?? '') + days * 86_400_000);

    expect(levels(versions.judge(found, aSubject({ now })))).toEqual(['ok', level]);
  });

  it('warns about a runtime without a known end date', () => {
    expect(levels(versions.judge({ ...found, runtimes: ['nodejs99.x'] }, aSubject()))).toEqual(['ok', 'warning']);
  });
});
