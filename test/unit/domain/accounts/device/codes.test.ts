import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { showDevicePage } from '../../../../../functions/accounts/show-device-page.ts';
import { authorizeDevice, getDeviceToken } from '../../../../../shared/contract/accounts/device.ts';
import {
  CODE_SECONDS,
  hashOfDeviceCode,
  hashOfUserCode,
  isDeviceCode,
  MOST_POLL_SECONDS,
  newDeviceCode,
  newUserCode,
} from '../../../../../shared/domain/accounts/device/codes.ts';
import { loginsOfAddress, loginsOfStage } from '../../../../../shared/domain/accounts/device/device-windows.ts';
import {
  forwardScript,
  page,
  pageBefore,
  pageScript,
  pageStyle,
} from '../../../../../shared/domain/accounts/device/page.ts';
import { callerAddress } from '../../../../../shared/domain/accounts/windows/caller-address.ts';
import { invoke } from '../../../../support/http/invoke.ts';

describe('device codes', () => {
  it('are unique, and short only for people', () => {
    const codes = Array.from({ length: 100 }, newUserCode);

    expect(new Set(codes).size).toBe(100);
    for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(Buffer.from(newDeviceCode(), 'base64url')).toHaveLength(32);
  });

  it('are found however a person types them', () => {
    const found = hashOfUserCode('BCDF-GHJK');

    expect([' bcdf ghjk', 'bcdfghjk', 'BcDf–GhJk'].map(hashOfUserCode)).toEqual([found, found, found]);
    expect(hashOfUserCode('BCDF-GHJL')).not.toBe(found);
  });

  it('of one kind are never accepted as the other kind', () => {
    expect(hashOfDeviceCode('BCDFGHJK')).not.toBe(hashOfUserCode('BCDFGHJK'));
  });
});

describe('device codes of other forms', () => {
  it('are known without reading a table', () => {
    expect(isDeviceCode(newDeviceCode())).toBe(true);
    for (const text of ['', 'unknown', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(42)}\n`]) {
      expect(isDeviceCode(text), text).toBe(false);
    }
  });
});

describe('limits of device logins', () => {
  it('are those that the interface promises', () => {
    const minutes = CODE_SECONDS / 60;
    expect(authorizeDevice.description).toContain(
      `One IP address can start ${loginsOfAddress.most} sign-ins in ${minutes} minutes; the whole service, ${loginsOfStage.most}.`,
    );
    expect(getDeviceToken.description).toContain(`by five seconds, up to ${MOST_POLL_SECONDS};`);
  });

  it('are too numerous for ten tries of an owner to find one', () => {
    const codes = 2 * loginsOfStage.most;
    expect((10 * codes) / 20 ** 8).toBeLessThan(1e-6);
  });
});

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:DB8:0:2::1', '2001:db8:0:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['no address', 'unknown'],
    [null, 'unknown'],
  ])('%s counts as %s', (sourceIp, expected) => expect(callerAddress(sourceIp)).toBe(expected));
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('page to approve a device', () => {
  it('may run only its own script and style, and cannot be framed', async () => {
    const { status, headers, text } = await invoke(showDevicePage, {}, { query: { user_code: '<script>' } });

    expect([status, headers['Content-Type'], text]).toEqual([200, 'text/html; charset=utf-8', page]);
    const policy = String(headers['Content-Security-Policy']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(pageScript)} ${hashOf(forwardScript)}`,
      `style-src ${hashOf(pageStyle)}`,
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('leads to the console where there is one, whatever the request says', async () => {
    const stageVariables = { consoleUrl: 'https://console.example.com' };

    const { status, text } = await invoke(showDevicePage, {}, { query: { user_code: '"><script>' }, stageVariables });

    expect([status, text]).toEqual([200, pageBefore('https://console.example.com')]);
    expect(text).toContain('href="https://console.example.com/device"');
    expect(text).not.toContain('api_key');
  });

  it('sends the key in a header, never in an address', () => {
    expect(pageScript).toContain("'X-Session-API-Key': key.value");
    expect(page).not.toMatch(/<form[^>]*(method|action)=|<input[^>]*name=/i);
  });
});
