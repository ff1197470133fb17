import type { Answer, Api } from './api.ts';
import { eventually } from './eventually.ts';
import { rememberSecret } from './secrets-of-run.ts';

export interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

export class Device {
  readonly codes: DeviceCodes;
  private readonly api: Api;

  private constructor(api: Api, codes: DeviceCodes) {
    this.api = api;
    this.codes = codes;
  }

  /** @param asked the fields of the request */
  static async start(api: Api, asked?: Readonly<Record<string, string>>): Promise<Device> {
    const { status, body, text } = await api.post('/oauth/device/authorize', asked);
    if (status !== 200) throw new Error(`authorize answered ${status}: ${text}`);
    rememberSecret('a device code', body.device_code);
    return new Device(api, body);
  }

  poll(): Promise<Answer> {
    return sendForm(this.api, '/oauth/device/token', { device_code: this.codes.device_code });
  }

  async token(): Promise<string> {
    const token = await eventually('the device has a key', async () => (await this.poll()).body.access_token);
    rememberSecret('the key of a device', token);
    return token;
  }
}

export function sendForm(api: Api, path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return api.send('POST', path, { body: new URLSearchParams(fields).toString(), headers });
}
