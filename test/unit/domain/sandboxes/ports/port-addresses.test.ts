import { afterEach, expect, it, vi } from 'vitest';
import { EdgePortAddresses, noPortAddresses } from '../../../../../shared/domain/sandboxes/ports/port-addresses.ts';
import { portAddresses } from '../../../../../shared/wiring/sandboxes.ts';

afterEach(() => vi.unstubAllEnvs());

const template = 'https://{label}.sandboxes.example.com';

it.each([
  ['direct', undefined, undefined],
  ['behind a router', template, undefined],
])('are none for ports of sandboxes that are reached %s', (_case, address, lasting) => {
  vi.stubEnv('SANDBOX_ADDRESS', address);
  vi.stubEnv('LASTING_ADDRESSES', lasting);

  expect(portAddresses({ masterSecret: 'arn' })).toBe(noPortAddresses);
});

it('exist for ports of sandboxes behind CloudFront', () => {
  vi.stubEnv('SANDBOX_ADDRESS', template);
  vi.stubEnv('LASTING_ADDRESSES', 'true');
  vi.stubEnv('AWS_REGION', 'eu-central-1');

  expect(portAddresses({ masterSecret: 'arn' })).toBeInstanceOf(EdgePortAddresses);
});
