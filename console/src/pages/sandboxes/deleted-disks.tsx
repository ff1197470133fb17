import type { SandboxDeletion } from '../../api/shapes.ts';

const kinds = { volume: 'disk', snapshot: 'snapshot' } as const;
const results = { pending: 'deletion pending', deleted: 'deleted' } as const;

/** Everything that held the workspace of a deleted sandbox, and whether it is gone. */
export function DeletedDisks({ disks }: Pick<SandboxDeletion, 'disks'>) {
  if (disks === null) return <span className="text-ink-soft">Listed once the machine has stopped</span>;
  if (disks.length === 0) return <span className="text-ink-soft">None</span>;
  return (
    <ul className="grid gap-0.5 text-xs">
      {disks.map(({ kind, id, result }) => (
        <li key={id}>
          <span className="text-ink-soft">{kinds[kind]}</span> <code className="break-all font-mono">{id}</code>{' '}
          {results[result]}
        </li>
      ))}
    </ul>
  );
}
