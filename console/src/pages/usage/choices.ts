import { isOneOf } from '../../api/search-params.ts';

/** By what each day is split. */
export const groupings = {
  spec: { label: 'Spec', none: 'API requests' },
  key: { label: 'Key', none: 'No key' },
  sandbox: { label: 'Sandbox', none: 'API requests' },
  conversation: { label: 'Conversation', none: 'No conversation' },
} as const satisfies Record<string, { readonly label: string; readonly none: string }>;

export type Grouping = keyof typeof groupings;

export const ranges = {
  month: 'This month',
  last_month: 'Last month',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  own: 'Custom',
} as const;

export type Range = keyof typeof ranges;

export const views = { daily: 'Daily', cumulative: 'Cumulative' } as const;

export type View = keyof typeof views;

/** What the address may say; what it leaves out has the first of the choices. */
export const choiceNames = ['by', 'of', 'range', 'from', 'to', 'view'] as const;

export type UsageSearch = Partial<Record<(typeof choiceNames)[number], string>>;

/** The choice that an address names, or the default where it names none that exists. */
export function chosen<Name extends string>(
  choices: Readonly<Record<Name, unknown>>,
  named: string | undefined,
  otherwise: Name,
): Name {
  return named !== undefined && isOneOf(choices, named) ? named : otherwise;
}
