import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KmsClient } from '../../../../shared/platform/aws/kms-client.ts';
import { contextOf, decrypt, encrypt, KmsVault } from '../../../../shared/platform/aws/kms-vault.ts';
import { type AgentReply, type AgentRequest, useHttpAgent } from '../../../support/http/http-agent.ts';
import { vaultSuite } from '../../../support/platform/vault.suite.ts';

/** The two KMS calls of the vault over HTTP. A wrapped key contains the data key and its context. */
class HttpKms {
  private readonly master = createHash('sha256').update(randomBytes(32)).digest();

  answer({ headers, body }: AgentRequest): AgentReply {
    const context = contextOf(body.EncryptionContext.owner_id, body.EncryptionContext.purpose);
    if (headers['x-amz-target'] === 'TrentService.GenerateDataKey') {
      const dataKey = randomBytes(32);
      const wrapped = Buffer.from(JSON.stringify(encrypt(dataKey.toString('base64'), this.master, context)));
      return {
        body: { KeyId: body.KeyId, Plaintext: dataKey.toString('base64'), CiphertextBlob: wrapped.toString('base64') },
      };
    }
    try {
      const wrapped = JSON.parse(Buffer.from(body.CiphertextBlob, 'base64').toString());
      return { body: { KeyId: body.KeyId, Plaintext: decrypt(wrapped, this.master, context) } };
    } catch {
      // KMS does not report what is wrong with a ciphertext.
      return { status: 400, body: { __type: 'InvalidCiphertextException' } };
    }
  }
}

const keyArn = 'arn:aws:kms:us-east-1:123456789012:key/0001';
const server = await useHttpAgent();
const kms = new HttpKms();
beforeEach(() => {
  server.requests.length = 0;
  server.reply = (request) => kms.answer(request);
});

let client: KmsClient;
beforeAll(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIATEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  client = new KmsClient();
});
afterAll(() => {
  client.destroy();
  vi.unstubAllEnvs();
});

const vault = () => new KmsVault(client, keyArn);

describe('KMS vault', () => {
  vaultSuite(vault);

  it('calls KMS once to seal and once to open, with the owner as context, and never sends it the text', async () => {
    await vault().open('ann', 'settings', await vault().seal('ann', 'settings', 'very-secret-text'));

    const EncryptionContext = { owner_id: 'ann', purpose: 'settings' };
    expect(server.requests.map(({ headers, body }) => [headers['x-amz-target'], body])).toEqual([
      ['TrentService.GenerateDataKey', { KeyId: keyArn, KeySpec: 'AES_256', EncryptionContext }],
      ['TrentService.Decrypt', { KeyId: keyArn, CiphertextBlob: expect.any(String), EncryptionContext }],
    ]);
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('very-secret');
  });

  it.each([
    ['a busy KMS', { status: 400, body: { __type: 'ThrottlingException' } }],
    ['a fault of KMS', { status: 500, body: { __type: 'KMSInternalException' } }],
    ['an unknown fault', { status: 503, body: {} }],
    ['a broken connection', undefined],
  ])('is unavailable with Retry-After after %s', async (_, reply) => {
    const sealed = await vault().seal('ann', 'settings', 'text');
    server.reply = () => reply;

    const unavailable = { code: 'unavailable', extensions: { retry_after_seconds: 5 } };
    await expect(vault().seal('ann', 'settings', 'text')).rejects.toMatchObject(unavailable);
    await expect(vault().open('ann', 'settings', sealed)).rejects.toMatchObject(unavailable);
  });

  it.each(['AccessDeniedException', 'DisabledException', 'NotFoundException', 'KMSInvalidStateException'])(
    'throws %s, which only operators can resolve',
    async (name) => {
      const sealed = await vault().seal('ann', 'settings', 'text');
      server.reply = () => ({ status: 400, body: { __type: name, message: 'no' } });

      await expect(vault().seal('ann', 'settings', 'text')).rejects.toMatchObject({ name });
      await expect(vault().open('ann', 'settings', sealed)).rejects.toMatchObject({ name });
    },
  );
});
