import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Command, looksLikeId, matching, moved } from '../../../../../console/src/layout/commands/matching.ts';
import { type Press, shortcutOf } from '../../../../../console/src/layout/commands/shortcuts.ts';
import { shownIn } from '../../../../../console/src/layout/commands/use-shown-commands.ts';
import { destinations } from '../../../../../console/src/layout/destinations.ts';

const settings = { isMac: false, hasShortcuts: true };
const press = (key: string, changes: Partial<Press> = {}): Press => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, isTyping: false, isInTerminal: false, at: 1_000 },
  ...changes,
});

describe('shortcuts', () => {
  it('open the palette with the key of the system, also while typing, but not in a terminal', () => {
    const [ctrl, meta] = [{ ctrlKey: true }, { metaKey: true }];
    const mac = { ...settings, isMac: true };
    const palette = { does: 'palette' };
    expect(shortcutOf(press('k', { ...ctrl, isTyping: true }), undefined, settings)).toEqual(palette);
    expect(shortcutOf(press('K', ctrl), undefined, { ...settings, hasShortcuts: false })).toEqual(palette);
    expect(shortcutOf(press('k', { ...ctrl, isInTerminal: true }), undefined, settings)).toBeUndefined();
    expect(shortcutOf(press('k', meta), undefined, settings)).toBeUndefined();
    expect(shortcutOf(press('k', { ...meta, isInTerminal: true }), undefined, mac)).toEqual(palette);
    expect(shortcutOf(press('k', ctrl), undefined, mac)).toBeUndefined();
  });

  it('of single keys act neither while typing, nor with a modifier, nor when they are off', () => {
    const keys = fc.constantFrom('?', 'n', 'm', 'g', 'o');
    const modifiers = fc.constantFrom({ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isTyping: true });
    fc.assert(
      fc.property(keys, modifiers, fc.option(fc.constant(900), { nil: undefined }), (key, modifier, began) => {
        expect(shortcutOf(press(key, modifier), began, settings)).toBeUndefined();
        expect(shortcutOf(press(key), began, { ...settings, hasShortcuts: false })).toBeUndefined();
      }),
    );
  });

  it('lead to a page by G and its letter, soon after each other', () => {
    expect(shortcutOf(press('g'), undefined, settings)).toBe('begins');
    expect(shortcutOf(press('N'.toLowerCase()), 900, settings)).toEqual({ does: 'go', letter: 'n' });
    expect(shortcutOf(press('n', { at: 3_000 }), 900, settings)).toEqual({ does: 'new' });
  });

  it('give each page a letter of its own', () => {
    expect(new Set(destinations.map(({ letter }) => letter)).size).toBe(destinations.length);
  });
});

const command = (label: string, group: Command['group'] = 'Pages', keywords = ''): Command => ({
  ...{ id: label, label, group, keywords },
});
const labels = (commands: readonly Command[], text: string) => matching(commands, text).map(({ label }) => label);

describe('the palette', () => {
  const all = [
    command('Limits'),
    command('Pause sandbox', 'Actions', 'stop'),
    command('Fix the Ünïcode title', 'Conversations', '0123456789abcdef'),
    command('A sandbox page', 'Conversations'),
    command('Sandboxes'),
  ];

  it('finds labels, keywords and parts of IDs, in any case', () => {
    expect(labels(all, 'ÜNÏ fix')).toEqual(['Fix the Ünïcode title']);
    expect(labels(all, 'abcdef')).toEqual(['Fix the Ünïcode title']);
    expect(labels(all, 'stop')).toEqual(['Pause sandbox']);
    expect(labels(all, 'nothing')).toEqual([]);
  });

  it('shows actions first, and of each group the best match', () => {
    expect(labels(all, '')).toEqual([
      'Pause sandbox',
      'Limits',
      'Sandboxes',
      'Fix the Ünïcode title',
      'A sandbox page',
    ]);
    expect(labels([command('My sandbox'), command('Resandbox'), command('Sandboxes')], 'sand')).toEqual([
      'Sandboxes',
      'My sandbox',
      'Resandbox',
    ]);
  });

  it('moves around the ends of its list', () => {
    expect([moved(0, 'ArrowUp', 3), moved(2, 'ArrowDown', 3), moved(0, 'ArrowDown', 0), moved(0, 'x', 3)]).toEqual([
      2,
      0,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['0f9a', true],
    ['0193abcd-0000-7000-8000-000000000000', true],
    ['0f9', false],
    ['fix 0f9a', false],
  ])('%j can be a part of an ID: %s', (text, is) => expect(looksLikeId(text)).toBe(is));

  it.each([
    ['/sandboxes/s%2F1', { noun: 'sandbox', id: 's/1' }],
    ['/conversations/c1', { noun: 'conversation', id: 'c1' }],
    ['/conversations/new', undefined],
    ['/usage', undefined],
  ])('knows what %s shows', (path, shown) => expect(shownIn(path)).toEqual(shown));
});
