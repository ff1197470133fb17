import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateSecretString } from '../../../infra/local/secrets/generate-secret.ts';
import { LocalSecrets } from '../../../infra/local/secrets/local-secrets.ts';
import { anAssembly, aResource } from './an-assembly.ts';

const place = { region: 'us-east-1', accountId: '000000000000' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

function open(...logicalIds: string[]): Promise<LocalSecrets> {
  const secrets = logicalIds.map((id) => aResource('AWS::SecretsManager::Secret', id, { GenerateSecretString: {} }));
  return LocalSecrets.open(anAssembly(...secrets), place, join(folder, 'secrets.json'));
}

function secretOf(secrets: LocalSecrets, SecretId = 'Test-Master'): unknown {
  return secrets.handle('GetSecretValue', { SecretId }).SecretString;
}

describe('a secret of the template', () => {
  it('is generated once and kept', async () => {
    const value = secretOf(await open('Master'));

    expect(value).toMatch(/^.{32}$/);
    expect(secretOf(await open('Master'))).toBe(value);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('survives a version of the service that does not know it', async () => {
    const value = secretOf(await open('Master'));
    await open('Other');

    expect(secretOf(await open('Master', 'Other'))).toBe(value);
  });

  it('is found by its ARN as by its name, and nothing else is', async () => {
    const secrets = await open('Master');

    expect(secretOf(secrets, secrets.arns[0])).toBe(secretOf(secrets));
    expect(secrets.handle('DescribeSecret', { SecretId: 'Test-Master' })).not.toHaveProperty('SecretString');
    expect(() => secretOf(secrets, 'Test-Maste')).toThrow("can't find the specified secret");
  });
});

describe('a generated secret', () => {
  it('has a character of every kind, unless told otherwise', () => {
    const secret = generateSecretString({ PasswordLength: 8 });
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(secret).toMatch(kind);
  });

  it('leaves out what it is told to', () => {
    const secret = generateSecretString({
      PasswordLength: 400,
      ExcludePunctuation: true,
      ExcludeCharacters: 'abcABC012',
    });
    expect(secret).toMatch(/^[d-zD-Z3-9]{400}$/);
  });

  it('takes its place in a JSON template', () => {
    const secret = generateSecretString({ SecretStringTemplate: '{"user":"ann"}', GenerateStringKey: 'key' });
    expect(JSON.parse(secret)).toEqual({ user: 'ann', key: expect.stringMatching(/^.{32}$/) });
  });
});
