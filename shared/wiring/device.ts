import { DynamoDeviceCodes } from '../domain/accounts/device/dynamo-device-codes.ts';
import { RequestWindows } from '../domain/accounts/device/request-windows.ts';
import { documents } from '../platform/aws/documents.ts';
import { requireEnv } from '../platform/env.ts';

const table = () => ({ deviceCodes: requireEnv('DEVICE_CODES_TABLE') });

export const deviceCodes = () => new DynamoDeviceCodes(documents(), table());

export const requestWindows = () => new RequestWindows(documents(), table());

/** Device codes that are exchanged for keys. */
export const redeemableCodes = () =>
  new DynamoDeviceCodes(documents(), { ...table(), apiKeys: requireEnv('API_KEYS_TABLE') });
