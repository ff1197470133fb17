import type { DropdownMenu } from 'radix-ui';
import { createContext } from 'react';

type Parts = Pick<typeof DropdownMenu, 'Item' | 'Label' | 'Separator'>;

const missing = (): never => {
  throw new Error('This is not in a menu.');
};

/** The parts of the library of menus, inside of an opened one. */
export const MenuParts = createContext<Parts>({ Item: missing, Label: missing, Separator: missing } as never);
