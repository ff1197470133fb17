import { CutText } from './cut-text.tsx';

/** Text as it is, in a fixed width. */
export function PlainText({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-raised p-3 font-mono text-xs">
      <CutText head={30} id={id} tail={10} text={text}>
        {(shown) => <pre className="whitespace-pre-wrap break-words font-mono">{shown}</pre>}
      </CutText>
    </div>
  );
}
