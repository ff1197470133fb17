import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getDocs } from '../../../../../functions/service/get-docs.ts';
import type { ApiDescription } from '../../../../../shared/domain/service/reference/api-description.ts';
import { committedDocument } from '../../../../../shared/domain/service/reference/committed-document.ts';
import { page } from '../../../../../shared/domain/service/reference/page.ts';
import { renderPage } from '../../../../../shared/domain/service/reference/render-page.ts';
import { script } from '../../../../../shared/domain/service/reference/script.ts';
import { style } from '../../../../../shared/domain/service/reference/style.ts';
import { invoke } from '../../../../support/http/invoke.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const document = committedDocument as unknown as ApiDescription;

describe('reference page', () => {
  it('may run only its own script and style, and cannot be framed', async () => {
    const { status, headers, text } = await invoke(getDocs, {}, {});

    expect([status, headers['Content-Type'], text === page]).toEqual([200, 'text/html; charset=utf-8', true]);
    expect(String(headers['Content-Security-Policy']).split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it('shows every operation, event and schema once', () => {
    const shown = [...page.matchAll(/<details class="operation" id="([^"]+)"/g)].map(([, id]) => id);
    const operations = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`);

    expect(shown.toSorted()).toEqual([...operations, ...schemas].toSorted());
  });

  it('needs no external resource, and every link in it has a target', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/ href="([^"]+)"/g)].map(([, link]) => link ?? '');

    expect(page).not.toMatch(/\bsrc=|@import|url\(/);
    expect(links.filter((link) => !link.startsWith('#'))).toEqual(['openapi.json', 'docs/migration']);
    expect(links.filter((link) => link.startsWith('#') && !ids.has(link.slice(1)))).toEqual([]);
  });

  it('escapes the text of the document', () => {
    const evil = '<script>alert(1)</script>';
    const described = renderPage({ ...document, info: { ...document.info, title: evil, description: evil } });

    expect(described).not.toContain(evil);
    expect(described).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});
