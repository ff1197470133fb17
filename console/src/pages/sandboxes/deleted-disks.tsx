import type { SandboxDeletion } from '../../api/shapes.ts';

const kinds = { volume: 'disk', snapshot: 'saved workspace' } as const;
const results = { pending: 'not yet confirmed', deleted: 'gone' } as const;

/** Everything that held the workspace of a deleted sandbox, and whether it is gone. */
export function DeletedDisks({ disks }: Pick<SandboxDeletion, 'disks'>) {
  if (disks === null) return <span className="text-ink-soft">Known once its machine has ended</span>;
  if (disks.length === 0) return <span className="text-ink-soft">It had none</span>;
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
