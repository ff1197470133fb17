import { type Json, jsonOf, listOf, pretty, textOf } from '../../../../../../shared/presentation/events/json.ts';
import { exitCodeOf } from '../../../../../../shared/presentation/events/tool-call.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { fileChangeOf } from '../model/file-change.ts';
import type { ToolRow } from '../model/timeline-rows.ts';
import { PlainText } from './cut-text.tsx';
import { Fold } from './fold.tsx';
import { FileDiff, TerminalOutput } from './lazy-parts.tsx';
import { SpokenText, Thoughts } from './speech.tsx';

/** A tool call without its message: the thoughts, the arguments and the result. */
export function ToolDetails({ row }: { readonly row: ToolRow }) {
  const { key, action, result } = row;
  const { thought = '', text = '', summary } = action?.content ?? {};
  return (
    <div className="grid min-w-0 gap-3">
      {summary !== undefined && <p className="break-words text-sm">{summary}</p>}
      {text === '' && <Thoughts id={key} text={thought} />}
      <Body row={row} />
      {result?.content.outcome === 'rejected' && (
        <Notice
          title={result.raw.rejection_source === 'hook' ? 'A hook blocked this call' : 'The user rejected this call'}
          tone="warn"
        >
          {result.content.text}
        </Notice>
      )}
      <Fold id={`${key}/json`} title="All fields">
        {() => <PlainText id={`${key}/json-text`} text={pretty([action?.raw, result?.raw].filter(Boolean))} />}
      </Fold>
    </div>
  );
}

function Body({ row }: { readonly row: ToolRow }) {
  const { key, action, result } = row;
  const called: Json = action?.content.action ?? {};
  const text = result?.content.text ?? '';
  const change = fileChangeOf(row);
  if (change) return <FileDiff change={change} id={key} />;
  if (isTerminal(called, result?.content.result)) {
    const command = textOf(called.command) ?? textOf(result?.content.result.command);
    return <TerminalOutput command={command} exitCode={exitCodeOf(result?.content.result)} id={key} output={text} />;
  }
  const tasks = listOf(called.task_list);
  if (tasks.length > 0) return <TaskList tasks={tasks} />;
  const words = textOf(called.thought);
  if (words !== undefined) return <SpokenText id={key} text={words} />;
  const { kind: _, ...fields } = called;
  return (
    <>
      {Object.keys(fields).length > 0 && <PlainText id={`${key}/call`} text={pretty(fields)} />}
      {text !== '' && result?.content.outcome !== 'rejected' && <PlainText id={key} text={text} />}
    </>
  );
}

function isTerminal(called: Json, result: Json = {}): boolean {
  return [called.kind, result.kind].some((kind) => /^(Terminal|ExecuteBash|Bash)/.test(textOf(kind) ?? ''));
}

const words: Readonly<Record<string, string>> = { todo: 'To do', in_progress: 'In progress', done: 'Done' };

function wordOf(status: string | undefined): string | undefined {
  return status !== undefined && Object.hasOwn(words, status) ? words[status] : status;
}

/** The plan of an agent. */
export function TaskList({ tasks }: { readonly tasks: readonly unknown[] }) {
  return (
    <ol className="grid list-decimal gap-1.5 pl-6 text-sm">
      {tasks.map(jsonOf).map(({ title, notes, status }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tasks of one plan never move
        <li className="break-words" key={place}>
          {textOf(title) ?? 'Untitled task'}
          <span className="text-ink-soft text-xs"> {wordOf(textOf(status))}</span>
          {textOf(notes) !== undefined && <p className="text-ink-soft text-xs">{textOf(notes)}</p>}
        </li>
      ))}
    </ol>
  );
}
