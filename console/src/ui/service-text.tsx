import type { ReactNode } from 'react';
import { Time } from './time.tsx';

const MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A text of the service, with the moments in it by the reader's clock. */
export function ServiceText({ text }: { readonly text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: moment, index } of text.matchAll(MOMENT)) {
    parts.push(text.slice(end, index), <Time as="clock" key={index} value={moment} />);
    end = index + moment.length;
  }
  return [...parts, text.slice(end)];
}
