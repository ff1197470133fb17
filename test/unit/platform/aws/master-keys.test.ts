import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SecretsManagerMasterKeys } from '../../../../shared/platform/aws/master-keys.ts';
import { useHttpAgent } from '../../../support/http/http-agent.ts';

const secrets = await useHttpAgent();
beforeAll(() => {
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', secrets.url);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const holds = (secret: unknown) => {
  secrets.reply = () => ({ body: { SecretString: typeof secret === 'string' ? secret : JSON.stringify(secret) } });
};
beforeEach(() => {
  secrets.requests.length = 0;
  holds({ current: 'k1', k1: 'one' });
});

const master = () => new SecretsManagerMasterKeys('arn:secret');

describe('master keys', () => {
  it('are read once for concurrent requests', async () => {
    const keys = master();

    const answers = await Promise.all([keys.currentId(), keys.get('k1'), keys.get('k1')]);

    expect(answers).toEqual(['k1', 'one', 'one']);
    const headers = {
      'x-amz-target': 'secretsmanager.GetSecretValue',
      authorization: expect.stringContaining('/us-east-1/secretsmanager/aws4_request'),
    };
    expect(secrets.requests).toMatchObject([{ method: 'POST', path: '/', headers, body: { SecretId: 'arn:secret' } }]);
  });

  it('are read again for an unknown key id, after a rotation', async () => {
    const keys = master();
    await keys.get('k1');
    holds({ current: 'k2', k1: 'one', k2: 'two' });

    expect([await keys.get('k2'), await keys.get('k1')]).toEqual(['two', 'one']);
    expect(secrets.requests).toHaveLength(2);
  });

  it('change the current key id at once after a rotation', async () => {
    const keys = master();
    expect(await keys.currentId()).toBe('k1');
    holds({ current: 'k2', k1: 'one', k2: 'two' });

    expect(await keys.currentId()).toBe('k2');
  });

  it('keep the last current key id while they cannot be read', async () => {
    const keys = master();
    await keys.currentId();
    secrets.reply = () => ({ status: 400, body: { __type: 'AccessDeniedException', message: 'no' } });

    expect([await keys.currentId(), await keys.get('k1')]).toEqual(['k1', 'one']);
  });

  it('do not cache a failed read', async () => {
    const keys = master();
    secrets.reply = () => ({ status: 400, body: { __type: 'AccessDeniedException', message: 'no' } });
    await expect(keys.currentId()).rejects.toThrow();

    holds({ current: 'k1', k1: 'one' });

    expect(await keys.get('k1')).toBe('one');
  });

  it.each(['k9', 'current', ''])('do not contain %j', async (id) => {
    await expect(master().get(id)).rejects.toThrow(`no key '${id}'`);
  });

  it.each(['', '{}', '[]', '{"current":1}', 'text'])('cannot be parsed from %j', async (secret) => {
    holds(secret);

    await expect(master().currentId()).rejects.toThrow();
  });
});
