import { describe, expect, it } from 'vitest';
import {
  OwnSpecRules,
  requireAllowed,
  requireValid,
} from '../../../../../shared/domain/sandboxes/own-specs/own-spec-rules.ts';
import { aDefinition } from '../../../../support/sandboxes/own-specs.ts';

const rules = OwnSpecRules.parse({
  registries: ['ghcr.io/acme', '123456789012.dkr.ecr.eu-west-1.amazonaws.com', 'localhost:5000'],
  most: 10,
  admins_only: false,
  ports: [[8000, 8012]],
});
const image = (name: string) => () => requireValid(aDefinition({ image: name }), rules);

describe('the image of an owner', () => {
  it.each([
    'ghcr.io/acme/agent:1.0.0',
    'ghcr.io/acme/teams/agent:1.0.0',
    `ghcr.io/acme/agent@sha256:${'ab'.repeat(32)}`,
    'ghcr.io/acme:1.0.0',
    '123456789012.dkr.ecr.eu-west-1.amazonaws.com/agents/rust:1',
    'localhost:5000/agent:1',
  ])('can be %s', (name) => {
    expect(image(name)).not.toThrow();
  });

  it.each([
    'ghcr.io/acme-evil/agent:1.0.0',
    'ghcr.io/other/agent:1.0.0',
    'ghcr.io/acme/../other/agent:1.0.0',
    'ghcr.io/acme/./agent:1.0.0',
    'ghcr.io/acme//agent:1.0.0',
    'ghcr.io/acme%2f..%2fother/agent:1.0.0',
    'ghcr.io:444/acme/agent:1.0.0',
    'ghcr.io.evil.com/acme/agent:1.0.0',
    'evil.com/ghcr.io/acme/agent:1.0.0',
    'user@ghcr.io/acme/agent:1.0.0',
    'https://ghcr.io/acme/agent:1.0.0',
    'acme/agent:1.0.0',
    'localhost/agent:1',
  ])('cannot be %s', (name) => {
    expect(image(name)).toThrow('Must be from one of');
  });
});

it('names what the deployment lets through when a port is not among it', () => {
  const ports = { AGENT_SERVER: 8000, VSCODE: 9000 };

  expect(() => requireValid(aDefinition({ image: 'ghcr.io/acme/agent:1', ports }), rules)).toThrow(
    'body.ports.VSCODE: Must be a port that this deployment lets through: 8000 to 8012.',
  );
});

it('refuses a spec that is larger than a task definition can be', () => {
  const spec = (bytes: number) =>
    aDefinition({
      image: 'ghcr.io/acme/agent:1',
      ports: { AGENT_SERVER: 8000 },
      initial_env: { TEXT: 'é'.repeat(bytes / 2) },
    });

  expect(() => requireValid(spec(58_000), rules)).not.toThrow();
  expect(() => requireValid(spec(60_000), rules)).toThrow('at most 60000 are possible');
});

it('lets only administrators make specs where the deployment says so, and nobody without the setting', () => {
  const [owner, admin] = [{ scopes: ['sandboxes:write' as const] }, { scopes: ['admin' as const] }];
  const code = (run: () => unknown) => {
    try {
      run();
      return 'allowed';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  expect(code(() => requireAllowed(undefined, admin))).toBe('forbidden');
  expect(code(() => requireAllowed({ ...rules, admins_only: true }, owner))).toBe('forbidden');
  expect(code(() => requireAllowed({ ...rules, admins_only: true }, admin))).toBe('allowed');
  expect(code(() => requireAllowed(rules, owner))).toBe('allowed');
});
