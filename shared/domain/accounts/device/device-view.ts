import { CODE_SECONDS, type DeviceRecord } from './codes.ts';

/** Who asks, when and from where, for the person who decides. */
export function deviceView(device: DeviceRecord) {
  const { client_name = null, device_name = null, program = null, address = null, expires_at: expiresAt } = device;
  const asked_at = new Date((expiresAt - CODE_SECONDS) * 1000).toISOString();
  return { client_name, device_name, program, address, asked_at };
}
