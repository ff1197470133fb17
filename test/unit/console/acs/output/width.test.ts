import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOf, isolated, padded, shortened, widthOf } from '../../../../../console/acs/output/width.ts';

it.each([
  ['plain', 5],
  ['日本語', 6],
  ['ｶﾀｶﾅ', 4],
  ['привет', 6],
  ['مرحبا', 5],
  ['שלום', 4],
  ['e\u0301te\u0301', 3],
  ['가'.normalize('NFD'), 2],
  ['👍', 2],
  ['👍🏽', 2],
  ['👩‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['1️⃣', 2],
  ['a\u200b\u200e\u00adb', 2],
  ['', 0],
])('%s takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns);
});

describe('a text that is too long', () => {
  it.each([
    ['Исправить тест входа', 'Исправить …'],
    ['إصلاح اختبار تسجيل الدخول', 'إصلاح اختب…'],
    ['תיקון בדיקת הכניסה לאתר', 'תיקון בדיק…'],
    ['修复登录测试的问题', '修复登录测…'],
    ['mixed Текст und 日本語', 'mixed Текс…'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧…'],
    ['n\u0303'.repeat(12), `${'n\u0303'.repeat(10)}…`],
  ])('is cut to the width: %s', (text, cut) => {
    expect(shortened(text, 11)).toBe(cut);
  });

  it('keeps its end where its end tells it apart', () => {
    expect(endOf('01a2141f0c3d7e5f8a9b0c1d2e6ef4a9', 9)).toBe('…2e6ef4a9');
    expect(endOf('short', 9)).toBe('short');
    // Half a flag with a mark must not become a flag with the half after it.
    expect(endOf('👍🇩\u0301🇩a', 6)).toBe('…🇩\u0301🇩a');
  });

  const any = fc.string({
    unit: fc.constantFrom('a', 'я', 'م', 'ש', '日', '👍', '👩‍👩‍👧', '\u0301', '\u200d', ' ', '🇩', '한'),
  });

  it('never takes more columns than it may, and is a part of the text', () => {
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 20 }), (text, columns) => {
        const [cut, end] = [shortened(text, columns), endOf(text, columns)];
        expect(widthOf(cut)).toBeLessThanOrEqual(columns);
        expect(widthOf(end)).toBeLessThanOrEqual(columns);
        expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
        expect(text.endsWith(end.replace(/^…/, ''))).toBe(true);
        expect(widthOf(padded(text, 20))).toBe(Math.max(20, widthOf(text)));
      }),
    );
  });
});

it('writing from right to left stands on its own', () => {
  expect(isolated('שלום')).toBe('\u2068שלום\u2069');
  expect(isolated('hello')).toBe('hello');
});
