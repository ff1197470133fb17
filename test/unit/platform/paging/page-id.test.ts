import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PageScope, pageIdAfter, positionOf } from '../../../../shared/platform/paging.ts';

const scope: PageScope = { ownerId: 'ann', list: 'things', filters: { title: 'x' } };
const position = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
});
const refused = (pageId: string, where: PageScope = scope) => {
  try {
    return positionOf(pageId, where);
  } catch (error) {
    return Object(error).extensions.errors[0].type;
  }
};

describe('page id', () => {
  it('decodes to the position that it encodes', async () => {
    await fc.assert(
      fc.property(position, (at) => {
        expect(positionOf(pageIdAfter(at, scope) ?? undefined, scope)).toBe(at);
      }),
    );
  });

  it('is opaque, and safe in a URL', () => {
    const id = pageIdAfter('2026-11-21T12:00:00.000Z#0193', scope) ?? '';

    expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(id).not.toContain('2026');
  });

  it('is null at the end, and an absent id is the beginning', () => {
    expect(pageIdAfter(null, scope)).toBeNull();
    expect(positionOf(undefined, scope)).toBeNull();
  });

  it.each<[string, Partial<PageScope>]>([
    ['another owner', { ownerId: 'bob' }],
    ['another list', { list: 'others' }],
    ['other filters', { filters: { title: 'y' } }],
    ['no filters', { filters: undefined }],
  ])('is refused for the list of %s', (_, difference) => {
    const id = pageIdAfter('here', scope) ?? '';

    expect(refused(id, { ...scope, ...difference })).toBe('invalid_page_id');
  });

  it('is refused when it is forged or damaged', async () => {
    const id = pageIdAfter('2026-11-21', scope) ?? '';
    const withControl = Buffer.from(`${Buffer.from(id, 'base64url').toString().split('.')[0]}.a b`).toString(
      'base64url',
    );

    for (const damaged of ['0', 'x', '100', id.slice(1), withControl, id.slice(0, 22)])
      expect(refused(damaged)).toBe('invalid_page_id');
    await fc.assert(
      fc.property(fc.string(), (text) => {
        expect(refused(text)).toBe('invalid_page_id');
      }),
    );
  });
});
