import { describe, expect, it } from 'vitest';
import { addressOf, parseImage } from '../../../../infra/images/image-reference.ts';

const digest = `sha256:${'0'.repeat(64)}`;

describe('the name of an image', () => {
  it.each([
    ['ghcr.io/openhands/agent-server:1.43.1-python', 'ghcr.io', 'openhands/agent-server', '1.43.1-python', undefined],
    [`ghcr.io/owner/agent@${digest}`, 'ghcr.io', 'owner/agent', undefined, digest],
    [`localhost:5000/agent:1@${digest}`, 'localhost:5000', 'agent', '1', digest],
    ['debian:13', 'registry-1.docker.io', 'library/debian', '13', undefined],
    ['owner/agent:1', 'registry-1.docker.io', 'owner/agent', '1', undefined],
    ['docker.io/owner/agent:1', 'registry-1.docker.io', 'owner/agent', '1', undefined],
  ])('%s has registry, repository, tag and digest', (text, registry, repository, tag, digestIn) => {
    expect(parseImage(text)).toEqual({ registry, repository, tag, digest: digestIn });
  });

  it.each([
    '',
    'agent',
    'ghcr.io/owner/agent',
    'ghcr.io/Owner/agent:1',
    'ghcr.io/a:1@sha256:12',
    'a b:1',
    'https://ghcr.io/a:1',
  ])('is refused as %j', (text) => {
    expect(() => parseImage(text)).toThrow('names no image');
  });

  it('leads to TLS, but for a registry on this machine', () => {
    expect(addressOf('ghcr.io')).toBe('https://ghcr.io');
    expect(addressOf('10.0.0.1:5000')).toBe('https://10.0.0.1:5000');
    expect(addressOf('127.0.0.1:5000')).toBe('http://127.0.0.1:5000');
  });
});
