import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { HttpRequest } from '@smithy/core/transport';
import { describe, expect, it, vi } from 'vitest';
import { configuredEndpoint, endpointOf } from '../../../../../shared/platform/aws/json-rpc/endpoint.ts';

/** The endpoint of the SDK's own client. */
async function endpointOfSdk(region: string): Promise<string> {
  let called: HttpRequest | undefined;
  const requestHandler = {
    handle: async (request: HttpRequest) => {
      called = request;
      throw new Error('nothing is called');
    },
  };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new DynamoDBClient({ region, credentials, requestHandler, maxAttempts: 1, endpoint: undefined });
  await client.send(new GetItemCommand({ TableName: 't', Key: {} })).catch(() => undefined);
  return `${called?.protocol}//${called?.hostname}`;
}

describe('the endpoint of DynamoDB', () => {
  it.each([
    'us-east-1',
    'eu-central-2',
    'me-central-1',
    'us-gov-west-1',
    'cn-north-1',
    'eusc-de-east-1',
    'us-iso-east-1',
    'us-isob-east-1',
    'eu-isoe-west-1',
    'us-isof-south-1',
  ])('is that of the SDK in %s', async (region) => {
    vi.stubEnv('AWS_ENDPOINT_URL', undefined);
    expect(endpointOf(region)).toBe(await endpointOfSdk(region));
    vi.unstubAllEnvs();
  });

  it('begins with another name than that of the service for SES', () => {
    expect(endpointOf('eu-west-1', 'ses')).toBe('https://email.eu-west-1.amazonaws.com');
  });

  it("comes from the SDK's variables, first the one for DynamoDB", () => {
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    expect(configuredEndpoint().href).toBe('https://dynamodb.eu-west-1.amazonaws.com/');
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
    expect(configuredEndpoint().href).toBe('http://127.0.0.1:1/');
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', 'http://127.0.0.1:2');
    expect(configuredEndpoint().href).toBe('http://127.0.0.1:2/');
    vi.unstubAllEnvs();
  });
});
