import { describe, expect, it } from 'vitest';
import { details, table } from '../../../../../console/acs/output/table.ts';
import { widthOf } from '../../../../../console/acs/output/width.ts';

const columns = [
  { title: 'id', of: ({ id }: Row) => id },
  { title: 'title', of: ({ title }: Row) => title, shrinks: true, paint: (text: string) => `<${text}>` },
  { title: 'cost', of: ({ cost }: Row) => cost, align: 'right' as const },
];
interface Row {
  readonly id: string;
  readonly title: string | null;
  readonly cost: number;
}

describe('table', () => {
  const rows = [
    { id: 'a', title: '日本語', cost: 5 },
    { id: 'long-id', title: 'more than it takes', cost: 120 },
  ];

  it('aligns columns, wide characters included, and shortens nothing without a terminal', () => {
    expect(table(rows, columns).split('\n')).toEqual([
      'ID       TITLE               COST',
      'a        <日本語>                 5',
      'long-id  <more than it takes>   120',
    ]);
  });

  it('shortens columns that shrink until the table fits the terminal', () => {
    const unpainted = columns.map(({ paint: _, ...column }) => column);
    const lines = table(rows, unpainted, 26).split('\n');
    expect(lines).toEqual(['ID       TITLE        COST', 'a        日本語          5', 'long-id  more than …   120']);
    expect(lines.map(widthOf)).toEqual([26, 26, 26]);
  });

  it('lists the facts of each row when the terminal is too narrow for a table', () => {
    expect(table(rows, columns, 18)).toBe(
      'Id     a\nTitle  <日本語>\nCost   5\n\nId     long-id\nTitle  <more than>\n       <it takes>\nCost   120',
    );
  });

  it('leaves out spare columns first', () => {
    const spare = { title: 'made', of: () => '2h ago', isSpare: true };
    expect(table(rows, [...columns, spare], 36).split('\n')[0]).toMatch(/^ID .*COST {2}MADE$/);
    expect(table(rows, [...columns, spare], 26).split('\n')[0]).toMatch(/^ID .*COST$/);
  });

  it('leaves out a column that no row fills', () => {
    expect(table([{ id: 'a', title: null, cost: 1 }], columns)).not.toContain('TITLE');
  });

  it('removes sequences that could move the cursor', () => {
    const title = '\u001b[2J\u001b]0;evil\u0007a\nb\u202e';
    expect(table([{ id: 'a', title, cost: 1 }], columns).split('\n')[1]).toBe('a   <a b>       1');
  });
});

describe('details', () => {
  it('puts names before values, and leaves out missing values', () => {
    expect(
      details([
        ['Id', 'a'],
        ['Title', null],
        ['Status', 'PAUSED'],
      ]),
    ).toBe('Id      a\nStatus  PAUSED');
  });

  it('wraps long values between words', () => {
    expect(details([['Scopes', 'keys:read, keys:write, conversations:write']], 28)).toBe(
      'Scopes  keys:read,\n        keys:write,\n        conversations:write',
    );
  });
});
