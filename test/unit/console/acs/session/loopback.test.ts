import { describe, expect, onTestFinished, test } from 'vitest';
import { openLoopback } from '../../../../../console/acs/session/loopback.ts';
import { freePort } from '../../../../support/free-port.ts';

async function opened(patience?: number) {
  const loopback = await openLoopback([await freePort()], patience);
  onTestFinished(loopback.close);
  const origin = new URL(loopback.redirectUri).origin.replace('localhost', '127.0.0.1');
  return { ...loopback, origin };
}

describe('the way back to acs', () => {
  test('takes the one request with the state, at this machine only', async () => {
    const { origin, answer, redirectUri } = await opened();
    expect(redirectUri).toMatch(/^http:\/\/localhost:\d+\/callback$/);
    const answered = answer('right');
    expect((await fetch(`${origin}/favicon.ico`)).status).toBe(404);
    expect((await fetch(`${origin}/callback?state=wrong&code=theirs`)).status).toBe(400);
    expect((await fetch(`${origin}/callback?state=right&code=ours`, { method: 'POST' })).status).toBe(404);
    const page = await fetch(`${origin}/callback?state=right&code=ours`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('You are signed in.');
    expect((await answered).get('code')).toBe('ours');
  });

  test('ends after its time', async () => {
    const { answer } = await opened(1);
    await expect(answer('right')).rejects.toThrow('was not completed');
  });

  test('takes the next registered port if the first is taken, and says so if all are', async () => {
    const ports = [await freePort(), await freePort()];
    const [first, second] = [await openLoopback(ports), await openLoopback(ports)];
    onTestFinished(first.close);
    onTestFinished(second.close);
    expect([first.redirectUri, second.redirectUri].map((uri) => Number(new URL(uri).port))).toEqual(ports);
    await expect(openLoopback(ports)).rejects.toThrow('all are in use');
  });
});
