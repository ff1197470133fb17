import { expect, it } from 'vitest';
import { deployedIngress } from '../../../../../infra/doctor/account/account.ts';
import { aSubject } from '../../../../support/doctor/a-subject.ts';

const address = 'https://d1.cloudfront.net/{label}';
const stack = (part: string, outputs = {}) => ({ name: `x-dev-${part}`, status: 'CREATE_COMPLETE', outputs });
const stacks = (...found: ReturnType<typeof stack>[]) => ({ stacks: found, resources: [] });
const router = { ingress: 'router', sandboxDomain: 'sandboxes.example.com' } as const;

it.each([
  [
    'a distribution',
    [stack('data'), stack('ingress', { SandboxAddress: address })],
    {},
    { kind: 'cloudfront', address },
  ],
  ['a router', [stack('data')], router, { kind: 'router', address: 'https://{label}.sandboxes.example.com' }],
  ['none of both', [stack('data'), stack('api')], {}, { kind: 'direct' }],
])('the ingress of a deployment with %s', (_, found, settings, ingress) => {
  expect(deployedIngress(stacks(...found), aSubject({ settings }).settings)).toEqual(ingress);
});
