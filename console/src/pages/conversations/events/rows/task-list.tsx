import { jsonOf, textOf } from '../../../../../../shared/presentation/events/json.ts';

const words: Readonly<Record<string, string>> = { todo: 'To do', in_progress: 'In work', done: 'Done' };

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
          {textOf(title) ?? 'A task without a title'}
          <span className="text-ink-soft text-xs"> {wordOf(textOf(status))}</span>
          {textOf(notes) !== undefined && <p className="text-ink-soft text-xs">{textOf(notes)}</p>}
        </li>
      ))}
    </ol>
  );
}
