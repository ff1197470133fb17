import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundlePrologue, bundlingPlugins } from '../../../../infra/bundling/plugins.ts';
import { useHttpAgent } from '../../../support/http/http-agent.ts';

const root = resolve(import.meta.dirname, '../../../..');
const aws = await useHttpAgent();
const fails = (status: number, __type: string, message = 'no') => {
  aws.reply = () => ({ status, body: { __type, message } });
};

const source = `
  import { KmsClient } from './shared/platform/aws/kms-client.ts';
  import { KmsVault } from './shared/platform/aws/kms-vault.ts';
  import { operatorSecret } from './shared/domain/settings/operator-secret.ts';
  const calls = { region: 'us-east-1', endpoint: '${aws.url}', maxAttempts: 1 };
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  Object.assign(process.env, {
    AWS_REGION: calls.region, AWS_ENDPOINT_URL_SECRETS_MANAGER: calls.endpoint, AWS_ENDPOINT_URL_KMS: calls.endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  export const vault = new KmsVault(new KmsClient(), 'arn:key');
  export const readSecret = () => {
    return operatorSecret('arn:secret', { secret: 'theSecret', key: 'theKey' })();
  };
`;

/** Code of functions as deployed. */
let bundled: {
  readonly vault: { open(ownerId: string, purpose: string, sealed: object): Promise<string> };
  readonly readSecret: () => Promise<string>;
};
const folder = mkdtempSync(join(tmpdir(), 'client-errors-'));
beforeAll(async () => {
  const outfile = join(folder, 'bundle.mjs');
  await build({
    stdin: { contents: source, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    minify: true,
    banner: { js: bundlePrologue },
    plugins: bundlingPlugins,
    logLevel: 'silent',
  });
  bundled = await import(pathToFileURL(outfile).href);
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = () => bundled.vault.open('ann', 'settings', { v: 1, key: 'a2V5', iv: '', text: '', tag: '' });

describe('errors of AWS in a bundle', () => {
  it.each([
    [400, 'InvalidCiphertextException', { name: 'BrokenSealError' }],
    [400, 'ThrottlingException', { code: 'unavailable' }],
    [500, 'KMSInternalException', { code: 'unavailable' }],
    [400, 'com.amazonaws.kms#DisabledException', { name: 'DisabledException', message: 'no', $fault: 'client' }],
  ])('name the error of KMS: %i %s', async (status, type, seen) => {
    fails(status, type);

    await expect(open()).rejects.toMatchObject(seen);
  });

  it.each([
    ['ResourceNotFoundException', 'no', { name: 'OperatorSecretError', message: expect.stringContaining('theSecret') }],
    ['DecryptionFailure', 'no', { name: 'OperatorSecretError', message: expect.stringContaining('theKey') }],
    ['AccessDeniedException', 'no kms', { name: 'OperatorSecretError', message: expect.stringContaining('theKey') }],
    ['InternalServiceError', 'no', { name: 'InternalServiceError' }],
  ])('name the error of Secrets Manager: %s', async (type, message, seen) => {
    fails(400, type, message);

    await expect(bundled.readSecret()).rejects.toMatchObject(seen);
  });
});
