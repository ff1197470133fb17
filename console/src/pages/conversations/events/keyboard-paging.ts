import type { KeyboardEvent } from 'react';

/**
 * Page Down and Page Up within a row lead to the next and the previous one, as readers of feeds expect it. On the list
 * itself they scroll.
 *
 * @returns the index of the row to go to; undefined where the key is for something else
 */
export function nextArticle({ key, target, currentTarget }: KeyboardEvent): number | undefined {
  if ((key !== 'PageDown' && key !== 'PageUp') || target === currentTarget || !(target instanceof Element)) {
    return undefined;
  }
  const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN);
  if (Number.isNaN(index)) return undefined;
  return key === 'PageDown' ? index + 1 : index - 1;
}
