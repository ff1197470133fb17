import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { operatorSecret } from '../../../../shared/domain/settings/operator-secret.ts';

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:model-key-AbCdEf';
const settings = { secret: 'llmApiKeySecretArn', key: 'llmApiKeySecretKeyArn' };

/** A Secrets Manager endpoint with one response. */
async function anAnswer(status: number, body: Record<string, unknown>) {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  onTestFinished(() => void vi.unstubAllEnvs());
  return operatorSecret(arn, settings);
}

describe("the operator's secret", () => {
  it('is read at each use', async () => {
    const read = await anAnswer(200, { ARN: arn, SecretString: 'sk-1' });

    expect([await read(), await read()]).toEqual(['sk-1', 'sk-1']);
  });

  it('is null where the operator has named none', async () => {
    expect(await operatorSecret(undefined, settings)()).toBeNull();
  });

  it.each([
    ['AccessDeniedException', 'Access to KMS is not allowed', /cannot be decrypted.*setting llmApiKeySecretKeyArn/],
    ['DecryptionFailure', "Secrets Manager can't decrypt the secret.", /cannot be decrypted.*llmApiKeySecretKeyArn/],
    ['AccessDeniedException', 'User is not authorized', /cannot be read.*llmApiKeySecretArn and the policy/],
    ['ResourceNotFoundException', "can't find the secret", /does not exist.*correct the setting llmApiKeySecretArn/],
    ['InvalidRequestException', 'scheduled for deletion', /scheduled for deletion.*setting llmApiKeySecretArn/],
  ])('that %s (%s) blocks names the setting to change', async (name, message, sentence) => {
    const read = await anAnswer(400, { __type: name, Message: message });

    const failure = await read().catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'OperatorSecretError', message: expect.stringMatching(sentence) });
    expect(String(failure)).not.toContain(arn);
  });

  it('that cannot be read at the moment is no matter for the operator', async () => {
    const read = await anAnswer(400, { __type: 'ThrottlingException', Message: 'Rate exceeded' });

    await expect(read()).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});
