import { type ComponentProps, lazy, Suspense } from 'react';
import { code } from '../../../../live/code-loader.ts';

// Parts with large libraries, loaded only by conversations that contain them.
const LazyMarkdown = lazy(async () => ({ default: (await code.load(() => import('./markdown.tsx'))).Markdown }));
const LazyTerminal = lazy(async () => ({
  default: (await code.load(() => import('./terminal-output.tsx'))).TerminalOutput,
}));
const LazyDiff = lazy(async () => ({ default: (await code.load(() => import('./file-diff.tsx'))).FileDiff }));

export function Markdown(props: ComponentProps<typeof LazyMarkdown>) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap break-words text-sm leading-6">{props.blocks.join('')}</p>}>
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
