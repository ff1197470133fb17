import type { Conversation } from '../../../api/shapes.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Problems of a start that did not stop it. */
export function StartWarnings({ warnings = [] }: Pick<Conversation, 'warnings'>) {
  return warnings.map(({ code, message, detail }) => (
    <Notice key={`${code} ${message}`} title="Warning" tone="warn">
      <p>{message}</p>
      {detail !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content
        <pre className="mt-2 max-h-48 overflow-auto whitespace-pre-wrap break-words font-mono text-xs" tabIndex={0}>
          {detail}
        </pre>
      )}
    </Notice>
  ));
}
