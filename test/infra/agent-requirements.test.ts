import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  BUILD_REQUIREMENTS,
  countPackages,
  FROM_SOURCE,
  PACKAGES,
  REQUIREMENTS,
} from '../../infra/local/agent-server/requirements.ts';
import { agentVersions } from '../../shared/contract/shapes/agent-versions.ts';

const text = readFileSync(REQUIREMENTS, 'utf8');
const requirements = (text + readFileSync(BUILD_REQUIREMENTS, 'utf8')).split(/^(?=[a-z0-9])/im).slice(1);

describe('the requirements of the agent server', () => {
  it('pin the release that the service offers (npm run pin-agent-server)', () => {
    const pinned = text.match(/^openhands-[\w-]+==\S+/gm) ?? [];

    expect(pinned.toSorted()).toEqual(PACKAGES.toSorted());
    expect(new Set(pinned.map((name) => name.split('==')[1]))).toEqual(new Set([agentVersions.offered]));
  });

  it('pin every package with hashes', () => {
    expect(countPackages()).toBeGreaterThan(100);
    for (const requirement of requirements)
      expect(requirement).toMatch(/^[a-z0-9][\w.-]*==[^\s;]+( ; [^\n]+)? \\\n( +--hash=sha256:[0-9a-f]{64}( \\)?\n)+/i);
    for (const name of FROM_SOURCE) expect(text).toMatch(new RegExp(`^${name}==`, 'm'));
  });
});
