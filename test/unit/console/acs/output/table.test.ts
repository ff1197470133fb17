import { describe, expect, it } from 'vitest';
import { details, table } from '../../../../../console/acs/output/table.ts';

const columns = [
  { title: 'id', of: ({ id }: Row) => id },
  { title: 'title', of: ({ title }: Row) => title, widest: 8 },
  { title: 'cost', of: ({ cost }: Row) => cost, align: 'right' as const },
];
interface Row {
  readonly id: string;
  readonly title: string | null;
  readonly cost: number;
}

describe('table', () => {
  it('aligns columns, wide characters included, and shortens what is too long', () => {
    const rows = [
      { id: 'a', title: '日本', cost: 5 },
      { id: 'long-id', title: 'more than it takes', cost: 120 },
    ];
    expect(table(rows, columns).split('\n')).toEqual([
      'ID       TITLE     COST',
      'a        日本         5',
      'long-id  more th…   120',
    ]);
  });

  it('leaves out a column that no row fills', () => {
    expect(table([{ id: 'a', title: null, cost: 1 }], columns)).not.toContain('TITLE');
  });

  it('takes what could move the cursor out of the texts', () => {
    const title = '\u001b[2J\u001b]0;evil\u0007a\nb\u202e';
    expect(table([{ id: 'a', title, cost: 1 }], columns).split('\n')[1]).toBe('a   a b       1');
  });
});

describe('details', () => {
  it('puts names before values, and leaves out what there is not', () => {
    expect(
      details([
        ['Id', 'a'],
        ['Title', null],
        ['Status', 'PAUSED'],
      ]),
    ).toBe('Id      a\nStatus  PAUSED');
  });
});
