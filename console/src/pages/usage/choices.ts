import { isOneOf } from '../../api/search-params.ts';

/** How each day is split. */
export const groupings = {
  spec: { label: 'Spec', none: 'API requests' },
  key: { label: 'Key', none: 'No key' },
  member: { label: 'Member', none: 'No member' },
  sandbox: { label: 'Sandbox', none: 'API requests' },
  conversation: { label: 'Conversation', none: 'No conversation' },
  model: { label: 'Model', none: 'Compute' },
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

/** The parameters of the URL; a missing one means the first choice. */
export const choiceNames = ['by', 'of', 'range', 'from', 'to', 'view'] as const;

export type UsageSearch = Partial<Record<(typeof choiceNames)[number], string>>;

/** The choice in a URL, or the default if it names no valid one. */
export function chosen<Name extends string>(
  choices: Readonly<Record<Name, unknown>>,
  named: string | undefined,
  otherwise: Name,
): Name {
  return named !== undefined && isOneOf(choices, named) ? named : otherwise;
}
