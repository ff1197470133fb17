import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { addGitProviders } from '../../../../functions/settings/add-git-providers.ts';
import { addLegacyGitProviders } from '../../../../functions/settings/add-legacy-git-providers.ts';
import { getSettings } from '../../../../functions/settings/get-settings.ts';
import { removeGitProviders } from '../../../../functions/settings/remove-git-providers.ts';
import { APP_PURPOSE } from '../../../../shared/domain/settings/secrets/secret-store.ts';
import { anAppKey } from '../../../support/git/github-app-server.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { settingsScene } from '../../../support/settings/settings-scene.ts';

const key = anAppKey();
let scene: ReturnType<typeof settingsScene>;
beforeEach(() => {
  scene = settingsScene();
});

const save = (github_app: unknown, ownerId = 'ann') =>
  invoke(addGitProviders, scene, { body: { github_app }, caller: { ownerId } });
const shown = async (ownerId = 'ann') => (await invoke(getSettings, scene, { caller: { ownerId } })).body;
const kept = async () => {
  const app = await scene.secrets.findApp('ann');
  return app && scene.vault.open('ann', APP_PURPOSE, app.sealed);
};

describe('GitHub App of an owner', () => {
  it.each(['pkcs1', 'pkcs8'] as const)(
    'is stored with its key in the form %s, which nobody sees again',
    async (form) => {
      const { status } = await save({ app_id: ' 123 ', private_key: key[form], installation_id: '7' });

      expect(status).toBe(200);
      expect((await shown()).github_app).toEqual({ app_id: '123', installation_id: '7', host: null });
      expect(JSON.stringify(await shown())).not.toContain('PRIVATE');
      expect(JSON.stringify([...scene.secrets.apps])).not.toContain('PRIVATE');
      expect(await kept()).toBe(key.pkcs8);
      expect((await shown('bob')).github_app).toBeNull();
    },
  );

  it('can have its key with line breaks as a shell writes them', async () => {
    expect(await save({ app_id: '123', private_key: key.pkcs1.replaceAll('\n', '\\n') })).toMatchObject({
      status: 200,
    });
    expect(await kept()).toBe(key.pkcs8);
  });

  it('keeps its key when only its other fields are sent, and stays when tokens are sent', async () => {
    await save({ app_id: '123', private_key: key.pkcs1 });
    await save({ app_id: 'Iv23liAbCdEfGh', installation_id: '9' });
    const tokens = { provider_tokens: { github: { token: 'gh' } } };
    await invoke(addLegacyGitProviders, scene, { body: tokens });

    expect((await shown()).github_app).toEqual({ app_id: 'Iv23liAbCdEfGh', installation_id: '9', host: null });
    expect(await kept()).toBe(key.pkcs8);
  });

  it('is removed by null, or with the token of GitHub', async () => {
    const app = { app_id: '123', private_key: key.pkcs1 };
    const tokens = { github: { token: 'gh' }, gitlab: { token: 'gl' } };
    await invoke(addGitProviders, scene, { body: { provider_tokens: tokens, github_app: app } });
    await save(null);
    expect(await shown()).toMatchObject({ github_app: null, provider_tokens_set: { github: null, gitlab: null } });

    await save(app);
    await invoke(removeGitProviders, scene, { query: { provider: 'gitlab' } });
    expect((await shown()).github_app).not.toBeNull();
    await invoke(removeGitProviders, scene, { query: { provider: 'github' } });
    expect(await shown()).toMatchObject({ github_app: null, provider_tokens_set: {} });
  });

  it('gets its key again for another server', async () => {
    await save({ app_id: '123', private_key: key.pkcs1, host: 'git.example.com' });

    for (const host of [null, 'evil.example', 'git.example.com:8443']) {
      const { status, body } = await save({ app_id: '123', host });
      expect([status, body.errors]).toEqual([422, [expect.objectContaining({ type: 'other_origin' })]]);
    }
    expect((await save({ app_id: '123', host: 'git.example.com/github' })).status).toBe(200);
    expect((await save({ app_id: '123', host: 'other.example', private_key: key.pkcs1 })).status).toBe(200);
  });

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const locked = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  it.each([
    ['missing', undefined, 'Send the private key'],
    ['no key', 'very-secret', 'Must be a private key in PEM format'],
    ['cut off', key.pkcs1.slice(0, 400), 'Must be a private key in PEM format'],
    ['a public key', key.public, 'This is a public key'],
    ['short', anAppKey(1_024).pkcs1, 'at least 2,048 bits'],
    ['of another kind', ec.export({ type: 'pkcs8', format: 'pem' }).toString(), 'Must be an RSA key'],
    [
      'behind a passphrase',
      locked.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      'protected by a passphrase',
    ],
    ['masked', '**********', 'masked key'],
  ])('is refused when its key is %s, which the error does not repeat', async (_, private_key, words) => {
    const { status, body } = await save({ app_id: '123', private_key });

    expect(status).toBe(422);
    expect(body.errors).toEqual([
      expect.objectContaining({ loc: ['body', 'github_app', 'private_key'], msg: expect.stringContaining(words) }),
    ]);
    expect(JSON.stringify(body)).not.toMatch(/very-secret|MI[A-Z]{2}/);
    expect(await kept()).toBeUndefined();
  });

  it.each([
    { app_id: 'octoapp', private_key: key.pkcs1 },
    { app_id: '123', private_key: key.pkcs1, installation_id: 'acme' },
    { app_id: '123', private_key: key.pkcs1, host: 'user:pass@host' },
    { app_id: '123', private_key: 'x'.repeat(16_001) },
    { private_key: key.pkcs1 },
    'x',
  ])('is refused with a wrong field: %#', async (app) => {
    expect((await save(app)).status).toBe(422);
    expect((await shown()).github_app).toBeNull();
  });
});
