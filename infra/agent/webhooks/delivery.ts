import { setTimeout as wait } from 'node:timers/promises';
import { log } from '../base/log.ts';
import type { Webhook } from '../settings/webhook.ts';

const timeoutMilliseconds = 30_000;
const keyRefused = 'status 401';

/** Posts one JSON text, repeatedly unless its key is refused. @returns whether it was accepted */
export async function deliver(
  webhook: Webhook,
  path: string,
  sessionKey: string | undefined,
  text: string,
): Promise<boolean> {
  const url = webhook.baseUrl.replace(/\/+$/, '') + path;
  const key: Record<string, string> = sessionKey === undefined ? {} : { 'X-Session-API-Key': sessionKey };
  const headers = { ...webhook.headers, ...key, 'Content-Type': 'application/json' };
  for (let attempt = 0; ; attempt += 1) {
    const failure = await post(url, headers, text);
    if (failure === undefined) return true;
    log(`a webhook did not take ${path} at attempt ${attempt + 1}: ${failure}`);
    if (attempt >= webhook.retries || failure === keyRefused) return false;
    await wait(webhook.retryDelaySeconds * 1000);
  }
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    // Read to its end, so that the connection can be used again.
    await response.arrayBuffer();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'error';
  }
}
