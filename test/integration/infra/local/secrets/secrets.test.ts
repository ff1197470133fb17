import { stat, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { generateSecretString, LocalSecrets } from '../../../../../infra/local/secrets/local-secrets.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { anAssembly, aResource } from '../an-assembly.ts';

const place = { region: 'us-east-1', accountId: '000000000000' };

const path = folderOfTest();

function open(...logicalIds: string[]): Promise<LocalSecrets> {
  const secrets = logicalIds.map((id) => aResource('AWS::SecretsManager::Secret', id, { GenerateSecretString: {} }));
  return LocalSecrets.open(anAssembly(...secrets), place, path('secrets.json'));
}

async function secretOf(secrets: LocalSecrets, SecretId = 'Test-Master'): Promise<unknown> {
  return (await secrets.handle('GetSecretValue', { SecretId })).SecretString;
}

describe('a secret of the template', () => {
  it('is generated once and kept', async () => {
    const value = await secretOf(await open('Master'));

    expect(value).toMatch(/^.{32}$/);
    expect(await secretOf(await open('Master'))).toBe(value);
    expect((await stat(path('secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('is kept over a start without it', async () => {
    const value = await secretOf(await open('Master'));
    await open('Other');

    expect(await secretOf(await open('Master', 'Other'))).toBe(value);
  });

  it('is found by its ARN and its name only', async () => {
    const secrets = await open('Master');

    expect(await secretOf(secrets, secrets.arns[0])).toBe(await secretOf(secrets));
    expect(await secrets.handle('DescribeSecret', { SecretId: 'Test-Master' })).not.toHaveProperty('SecretString');
    await expect(secretOf(secrets, 'Test-Maste')).rejects.toThrow("can't find the specified secret");
  });

  it('is read from a file with a single value', async () => {
    const arn = (await open('Master')).arns[0] ?? '';
    const old = { name: 'Test-Master', value: 'old', versionId: 'v1', createdAt: '2026-11-01T00:00:00.000Z' };
    await writeFile(path('secrets.json'), JSON.stringify({ [arn]: old }));

    expect(await (await open('Master')).handle('GetSecretValue', { SecretId: arn })).toMatchObject({
      SecretString: 'old',
      VersionId: 'v1',
      VersionStages: ['AWSCURRENT'],
    });
  });
});

describe('the versions of a secret', () => {
  const SecretId = 'Test-Master';
  let secrets: LocalSecrets;
  let first: unknown;
  const get = (input: Record<string, unknown> = {}) => secrets.handle('GetSecretValue', { SecretId, ...input });
  const put = (SecretString: string, ClientRequestToken: string, ...VersionStages: string[]) =>
    secrets.handle('PutSecretValue', {
      SecretId,
      SecretString,
      ClientRequestToken,
      ...(VersionStages.length > 0 ? { VersionStages } : {}),
    });
  const move = (VersionStage: string, RemoveFromVersionId?: unknown, MoveToVersionId?: unknown) =>
    secrets.handle('UpdateSecretVersionStage', { SecretId, VersionStage, RemoveFromVersionId, MoveToVersionId });
  beforeEach(async () => {
    secrets = await open('Master');
    first = (await get()).VersionId;
  });

  it('replace each other, and the last one becomes AWSPREVIOUS', async () => {
    expect(await put('second', 'v2')).toMatchObject({ VersionId: 'v2', VersionStages: ['AWSCURRENT'] });
    await put('third', 'v3');

    const again = await open('Master');
    expect(await secretOf(again)).toBe('third');
    expect((await get({ VersionStage: 'AWSPREVIOUS' })).VersionId).toBe('v2');
    await expect(get({ VersionId: first })).rejects.toThrow("can't find the specified secret value");
  });

  it('can be added under another stage, and then moved to AWSCURRENT', async () => {
    await put('second', 'v2', 'aside');
    expect([(await get()).VersionId, (await get({ VersionId: 'v2' })).SecretString]).toEqual([first, 'second']);

    await move('AWSCURRENT', first, 'v2');
    await move('aside', 'v2');

    expect(await secrets.handle('DescribeSecret', { SecretId })).toMatchObject({
      VersionIdsToStages: { v2: ['AWSCURRENT'], [String(first)]: ['AWSPREVIOUS'] },
    });
  });

  it('are not moved when the caller names a wrong current version', async () => {
    await put('second', 'v2');
    await put('aside', 'v3', 'aside');

    for (const believed of [first, undefined])
      await expect(move('AWSCURRENT', believed, 'v3')).rejects.toMatchObject({ type: 'InvalidParameterException' });
    await expect(move('AWSCURRENT', 'v2', 'v9')).rejects.toMatchObject({ type: 'ResourceNotFoundException' });
    expect((await get()).VersionId).toBe('v2');
  });

  it('can be put twice when they are equal', async () => {
    await put('second', 'v2');
    await put('second', 'v2');

    await expect(put('other', 'v2')).rejects.toMatchObject({ type: 'ResourceExistsException' });
    expect((await get()).SecretString).toBe('second');
  });
});

describe('a generated secret', () => {
  it('has a character of every kind by default', () => {
    const secret = generateSecretString({ PasswordLength: 8 });
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(secret).toMatch(kind);
  });

  it('excludes the characters of its settings', () => {
    const secret = generateSecretString({
      PasswordLength: 400,
      ExcludePunctuation: true,
      ExcludeCharacters: 'abcABC012',
    });
    expect(secret).toMatch(/^[d-zD-Z3-9]{400}$/);
  });

  it('is inserted into a JSON template', () => {
    const secret = generateSecretString({ SecretStringTemplate: '{"user":"ann"}', GenerateStringKey: 'key' });
    expect(JSON.parse(secret)).toEqual({ user: 'ann', key: expect.stringMatching(/^.{32}$/) });
  });
});
