import { createElement, Fragment } from 'react';
import { Time } from './time.tsx';

const MOMENT = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/;

/** A text of the service, with the moments in it by the reader's clock. */
export function ServiceText({ text }: { readonly text: string }) {
  // Split by a group, every second part is what the group has found.
  const parts = text.split(MOMENT).map((part, at) => (at % 2 === 1 ? <Time as="clock" value={part} /> : part));
  return createElement(Fragment, null, ...parts);
}
