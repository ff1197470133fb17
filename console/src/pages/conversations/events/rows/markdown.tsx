import { Children, Fragment, isValidElement, memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { visible } from '../../../../../../shared/presentation/visible.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { ExternalLink, webAddress } from '../../../../ui/external-link.tsx';

const plugins = [remarkGfm];

/** Headings in a message rank below those of the page. */
const heading = ({ children }: { readonly children?: ReactNode }) => (
  <p className="mt-3 mb-1 font-semibold" dir="auto">
    {children}
  </p>
);

const components: Components = {
  a: ({ href, children }) => {
    const address = webAddress(href);
    return address === undefined ? <span>{children}</span> : <ExternalLink href={address}>{children}</ExternalLink>;
  },
  // Loading an image would reveal to its host who reads the message, and when.
  img: ({ src, alt }) => {
    const address = webAddress(src);
    const words = `Image: ${alt || address || 'no URL'}`;
    return address === undefined ? <span>{words}</span> : <ExternalLink href={address}>{words}</ExternalLink>;
  },
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  p: ({ children }) => (
    <p className="my-1.5 whitespace-pre-wrap break-words" dir="auto">
      {children}
    </p>
  ),
  ul: ({ children }) => (
    <ul className="my-1.5 list-disc ps-5" dir="auto">
      {children}
    </ul>
  ),
  ol: ({ children, start }) => (
    <ol className="my-1.5 list-decimal ps-6" dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="my-1.5 border-line-strong border-s-2 ps-3 text-ink-soft" dir="auto">
      {children}
    </blockquote>
  ),
  input: ({ checked }) => <span>{checked ? '[x]' : '[ ]'}</span>,
  hr: () => <hr className="my-3 border-line" />,
  table: ({ children }) => (
    <div className="my-2 overflow-x-auto">
      <table className="border-collapse text-sm">{children}</table>
    </div>
  ),
  th: ({ children }) => (
    <th className="border border-line bg-raised px-2.5 py-1 text-start font-medium" dir="auto">
      {children}
    </th>
  ),
  td: ({ children }) => (
    <td className="border border-line px-2.5 py-1 align-top" dir="auto">
      {children}
    </td>
  ),
  code: ({ children }) => (
    <code className="break-words rounded bg-raised px-1 py-0.5 font-mono text-[0.9em]">{children}</code>
  ),
  pre: ({ children }) => <CodeBlock text={textIn(children)} />,
};

interface Props {
  /** The text in blocks, parsed one by one: only the block that grows is parsed again. */
  readonly blocks: readonly string[];
  /** The number of the first block. */
  readonly first?: number;
}

/** Text of an agent or a person as Markdown. HTML in it is shown as text, and nothing in it is loaded. */
export function Markdown({ blocks, first = 0 }: Props) {
  return (
    <div className="min-w-0 break-words text-sm leading-6 [&>*:first-child]:mt-0 [&>*:last-child]:mb-0">
      {blocks.map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
        <Block key={first + place} text={block} />
      ))}
    </div>
  );
}

/** How long a block is parsed, in milliseconds. The rest is shown as plain text. */
const PATIENCE = 500;

const Block = memo(({ text }: { readonly text: string }) => {
  const end = performance.now() + PATIENCE;
  return markdownParts(visible(text)).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a block never move
    <Fragment key={place}>{drawn(part, performance.now() < end)}</Fragment>
  ));
});

function drawn({ type, text }: MarkdownPart, isInTime: boolean): ReactNode {
  if (type === 'code') return <CodeBlock text={text} />;
  if (type === 'plain' || !isInTime) return <AsItIs text={text} />;
  try {
    return ReactMarkdown({ children: text, components, remarkPlugins: plugins });
  } catch {
    // The text nests too deep for the parser.
    return <AsItIs text={text} />;
  }
}

function AsItIs({ text }: { readonly text: string }) {
  return (
    <p className="my-1.5 whitespace-pre-wrap break-words" dir="auto">
      {text}
    </p>
  );
}

function CodeBlock({ text }: { readonly text: string }) {
  return (
    <div className="relative my-2 min-w-0 rounded-lg border border-line bg-raised">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrollable content */}
      <pre className="overflow-x-auto p-3 pr-11 font-mono text-xs leading-5" tabIndex={0}>
        {text}
      </pre>
      <div className="absolute top-0.5 right-0.5">
        <CopyButton label="Copy code" text={text} />
      </div>
    </div>
  );
}

function textIn(node: ReactNode): string {
  return Children.toArray(node)
    .map((child) => {
      if (isValidElement<{ readonly children?: ReactNode }>(child)) return textIn(child.props.children);
      return typeof child === 'string' || typeof child === 'number' ? String(child) : '';
    })
    .join('')
    .replace(/\n$/, '');
}

/** A part of a text: Markdown that parses fast, code, or plain text. */
interface MarkdownPart {
  readonly type: 'markdown' | 'code' | 'plain';
  readonly text: string;
}

/** A part of this many characters is complete: the next paragraph begins another one. */
const ENOUGH = 2_000;
/** Parsing time grows with the square of the length: this much takes a third of a second at worst. */
const LONGEST = 6_000;
/** The maximum nesting of lists and quotes. Each level is a nested call of the parser. */
const DEEPEST = 20;
/** Columns times lines: a short line below a wide header also has a cell for each column. */
const MOST_CELLS = 3_000;

/** The fence of a code block. A line with further backticks is inline code. */
const FENCE = /^(\s*)(`{3,}(?!.*`)|~{3,})/;

/**
 * Splits Markdown between paragraphs into parts that are parsed one by one. Agents write it: a text crafted to stall
 * the parser, or to nest too deep for it, would freeze the page. Such a part is shown as plain text.
 */
export function markdownParts(text: string): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let lines: string[] = [];
  let length = 0;
  let fence: { readonly mark: string; readonly isTop: boolean } | undefined;
  const flush = (type?: 'code'): void => {
    const part = lines.join('\n');
    if (type === 'code' || part.trim() !== '') parts.push({ type: type ?? typeOf(lines, part), text: part });
    lines = [];
    length = 0;
  };
  const keep = (line: string): void => {
    lines.push(line);
    length += line.length + 1;
  };
  for (const line of text.split('\n')) {
    const [, indent, mark] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      const isEnd = mark?.startsWith(fence.mark) === true && line.trim() === mark;
      if (!isEnd || !fence.isTop) keep(line);
      if (isEnd && fence.isTop) flush('code');
      if (isEnd) fence = undefined;
    } else if (mark !== undefined) {
      fence = { mark, isTop: indent === '' };
      if (fence.isTop) flush();
      else keep(line);
    } else {
      if (length >= ENOUGH && /^\S/.test(line) && lines.at(-1)?.trim() === '') flush();
      keep(line);
    }
  }
  flush(fence?.isTop ? 'code' : undefined);
  return parts;
}

function typeOf(lines: readonly string[], text: string): 'markdown' | 'plain' {
  if (text.length > LONGEST) return 'plain';
  const columns = Math.max(...lines.map((line) => line.split('|').length - 1));
  return columns * lines.length > MOST_CELLS || lines.some(isTooDeep) ? 'plain' : 'markdown';
}

/** Whether a line begins or continues too many quotes and lists. */
function isTooDeep(line: string): boolean {
  let rest = line.trimStart();
  for (let level = 0; level <= DEEPEST; level += 1) {
    const marker = /^(?:>|[-+*](?=\s)|\d{1,9}[.)](?=\s))\s*/.exec(rest);
    if (marker === null) return false;
    rest = rest.slice(marker[0].length);
  }
  return true;
}
