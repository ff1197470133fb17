/** The place of rows that are on their way. */
export function Skeleton({ rows = 5, label = 'Loading' }: { readonly rows?: number; readonly label?: string }) {
  return (
    <div className="grid gap-3 p-4" data-inset role="status">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div className="h-5 rounded bg-raised motion-safe:animate-pulse" key={row} />
      ))}
    </div>
  );
}
