import { type ComponentProps, lazy, Suspense } from 'react';
import { CutText } from './cut-text.tsx';

// Parts with libraries of their own: a conversation without them does not load them.
const LazyMarkdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));
const LazyTerminal = lazy(async () => ({ default: (await import('./terminal-output.tsx')).TerminalOutput }));
const LazyDiff = lazy(async () => ({ default: (await import('./file-diff.tsx')).FileDiff }));

/** Text of an agent or a person. @param id by which it is remembered whether all is shown */
export function LongMarkdown({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <CutText head={80} id={id} tail={0} text={text}>
      {(shown) => <Markdown text={shown} />}
    </CutText>
  );
}

function Markdown(props: ComponentProps<typeof LazyMarkdown>) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap break-words text-sm leading-6">{props.text}</p>}>
      <LazyMarkdown {...props} />
    </Suspense>
  );
}

export function TerminalOutput(props: ComponentProps<typeof LazyTerminal>) {
  return (
    <Suspense fallback={<pre className="font-mono text-xs leading-5">{props.command}</pre>}>
      <LazyTerminal {...props} />
    </Suspense>
  );
}

export function FileDiff(props: ComponentProps<typeof LazyDiff>) {
  return (
    <Suspense fallback={<p className="font-mono text-xs leading-5">{props.change.path}</p>}>
      <LazyDiff {...props} />
    </Suspense>
  );
}
