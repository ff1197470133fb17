import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  readonly tabs: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The accessible name of the tabs. */
  readonly label: string;
  readonly children: ReactNode;
}

export function Tabs({ tabs, value, onChange, label, children }: Props) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone not all tabs fit: scrolls the selected one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value decides which one is active
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (!list.current || !active) return;
    list.current.scrollLeft = active.offsetLeft - (list.current.clientWidth - active.clientWidth) / 2;
  }, [value]);
  return (
    <Radix.Root className="grid min-w-0 grid-rows-[auto_1fr] gap-4" onValueChange={onChange} value={value}>
      <Radix.List aria-label={label} ref={list} className="relative flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map((tab) => (
          <Radix.Trigger
            className="-mb-px whitespace-nowrap border-transparent border-b-2 px-3 py-2 font-medium text-ink-soft text-sm hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink forced-colors:data-[state=inactive]:border-[Canvas]"
            key={tab.value}
            value={tab.value}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export function TabPanel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <Radix.Content className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start" value={value}>
      {children}
    </Radix.Content>
  );
}
