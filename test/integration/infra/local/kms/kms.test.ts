import { stat } from 'node:fs/promises';
import { DecryptCommand, DescribeKeyCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { physicalRef } from '../../../../../infra/local/aws/names.ts';
import { LocalKms } from '../../../../../infra/local/kms/local-kms.ts';
import { folderOfTest } from '../../../../support/temporary-folder.ts';
import { anAssembly, aResource } from '../an-assembly.ts';
import { useEndpoint } from '../an-endpoint.ts';

const ofAnn = { owner_id: 'ann', purpose: 'llm' };

const endpoint = await useEndpoint();
const kms = new KMSClient(endpoint.as('writer'));
const idle = new KMSClient(endpoint.as('idle'));
afterEach(() => endpoint.faults.clear());
afterAll(() => {
  kms.destroy();
  idle.destroy();
});

describe('the local KMS', () => {
  const generate = (EncryptionContext?: Record<string, string>, client = kms) =>
    client.send(new GenerateDataKeyCommand({ KeyId: endpoint.keyArn, KeySpec: 'AES_256', EncryptionContext }));
  const decrypt = (
    CiphertextBlob: Uint8Array | undefined,
    EncryptionContext?: Record<string, string>,
    KeyId?: string,
  ) => kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext, KeyId }));

  it("creates a data key and decrypts it, with or without the key's name", async () => {
    const { KeyId, Plaintext, CiphertextBlob } = await generate(ofAnn);
    const named = await decrypt(CiphertextBlob, { purpose: 'llm', owner_id: 'ann' }, endpoint.keyArn);
    const unnamed = await decrypt(CiphertextBlob, ofAnn);

    expect([KeyId, named.KeyId, Plaintext?.length]).toEqual([endpoint.keyArn, endpoint.keyArn, 32]);
    expect(named.Plaintext).toEqual(Plaintext);
    expect(unnamed.Plaintext).toEqual(Plaintext);
    expect((await generate(ofAnn)).Plaintext).not.toEqual(Plaintext);
  });

  it('decrypts nothing with another context or a changed ciphertext', async () => {
    const { CiphertextBlob = new Uint8Array() } = await generate(ofAnn);
    const touched = CiphertextBlob.map((byte, index) => (index === CiphertextBlob.length - 1 ? byte ^ 1 : byte));

    for (const [blob, context] of [
      [CiphertextBlob, { ...ofAnn, owner_id: 'bob' }],
      [CiphertextBlob, { owner_id: 'ann' }],
      [CiphertextBlob, { ...ofAnn, more: '' }],
      [touched, ofAnn],
    ] as const) {
      await expect(decrypt(blob, context, endpoint.keyArn)).rejects.toMatchObject({
        name: 'InvalidCiphertextException',
        $metadata: { httpStatusCode: 400 },
      });
    }
  });

  it('is authorised with the encryption context, so that no role can encrypt without an owner', async () => {
    await expect(generate()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(generate({ purpose: 'llm' })).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(generate(ofAnn, idle)).rejects.toThrow(`kms:GenerateDataKey on resource: ${endpoint.keyArn}`);
    const describeKey = new DescribeKeyCommand({ KeyId: endpoint.keyArn });
    await expect(kms.send(describeKey)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(endpoint.seen.denials).toContainEqual({
      caller: 'Writer',
      action: 'kms:GenerateDataKey',
      resource: endpoint.keyArn,
    });
  });

  it('answers with the requested faults', async () => {
    endpoint.faults.add({ kind: 'throttle', service: 'kms', action: 'GenerateDataKey', times: 1 });
    await expect(generate(ofAnn)).rejects.toMatchObject({ name: 'ThrottlingException' });

    endpoint.faults.add({ kind: 'error', service: 'kms', times: 1 });
    await expect(generate(ofAnn)).rejects.toMatchObject({ name: 'KMSInternalException', $fault: 'server' });
  });

  it('refuses unknown keys and invalid parameters', async () => {
    const other = endpoint.keyArn.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const unknown = new GenerateDataKeyCommand({ KeyId: other, KeySpec: 'AES_256', EncryptionContext: ofAnn });
    const twice = { KeyId: endpoint.keyArn, EncryptionContext: ofAnn, KeySpec: 'AES_256', NumberOfBytes: 32 } as const;

    await expect(kms.send(unknown)).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(kms.send(new GenerateDataKeyCommand(twice))).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('the keys of the local KMS', () => {
  const place = { region: 'us-east-1', accountId: '000000000000' };
  const path = folderOfTest();
  const aKey = (logicalId: string) => aResource('AWS::KMS::Key', logicalId);
  const KeyId = physicalRef(aKey('Vault'), place);
  const open = (...ids: string[]) => LocalKms.open(anAssembly(...ids.map(aKey)), place, path('kms.json'));

  it('are the same after a restart, also after a start without them', async () => {
    const first = await open('Vault');
    const { Plaintext, CiphertextBlob } = await first.handle('GenerateDataKey', { KeyId, KeySpec: 'AES_256' });
    await open('Other');

    const again = await open('Vault', 'Other');

    expect(await again.handle('Decrypt', { CiphertextBlob })).toMatchObject({ Plaintext });
    expect((await stat(path('kms.json'))).mode & 0o777).toBe(0o600);
  });

  it('are distinct, and can be described', async () => {
    const kms = await open('Vault', 'Other');
    const other = physicalRef(aKey('Other'), place);
    const { CiphertextBlob } = await kms.handle('GenerateDataKey', { KeyId, KeySpec: 'AES_128' });

    await expect(kms.handle('Decrypt', { KeyId: other, CiphertextBlob })).rejects.toMatchObject({
      type: 'IncorrectKeyException',
    });
    await expect(kms.handle('DescribeKey', { KeyId: 'none' })).rejects.toMatchObject({ type: 'NotFoundException' });
    expect(await kms.handle('DescribeKey', { KeyId: other })).toMatchObject({
      KeyMetadata: { KeyId: other, KeyState: 'Enabled', KeyUsage: 'ENCRYPT_DECRYPT' },
    });
    expect(kms.arnFor({ CiphertextBlob })).toBe(kms.arnFor({ KeyId }));
  });
});
