import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referencePolicy, sharedHeaders, sharedPolicy } from '../../../../infra/console/headers.ts';

describe('the reference', () => {
  it('connects to the API and to the provider that renews tokens, and to no sandbox', () => {
    const policy = referencePolicy({ apiOrigin: 'https://api.example', providerOrigins: ['https://login.example'] });

    expect(policy).toContain("connect-src 'self' https://api.example https://login.example;");
    expect(policy).not.toContain('frame-src');
  });
});

describe('the page of public links', () => {
  it('connects only to the API, and loads only its own files', () => {
    expect(sharedPolicy({ apiOrigin: 'https://api.example' }).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self' https://api.example",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });

  it('is kept by no search engine, and sends no referrer', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../console/shared.html'), 'utf8');

    expect(sharedHeaders['X-Robots-Tag']).toContain('noindex');
    expect(page).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(page).toContain('<meta name="referrer" content="no-referrer" />');
  });
});
