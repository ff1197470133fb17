import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { showDevicePage } from '../../../../../functions/accounts/show-device-page.ts';
import { page, pageScript, pageStyle } from '../../../../../shared/domain/accounts/device/page.ts';
import { invoke } from '../../../../support/http/invoke.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('page to approve a device', () => {
  it('may run only its own script and style, and cannot be framed', async () => {
    const { status, headers, text } = await invoke(showDevicePage, {}, { query: { user_code: '<script>' } });

    expect([status, headers['Content-Type'], text]).toEqual([200, 'text/html; charset=utf-8', page]);
    const policy = String(headers['Content-Security-Policy']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(pageScript)}`,
      `style-src ${hashOf(pageStyle)}`,
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('sends the key in a header, never in an address', () => {
    expect(pageScript).toContain("'X-Session-API-Key': key.value");
    expect(page).not.toMatch(/<form[^>]*(method|action)=|<input[^>]*name=/i);
  });
});
