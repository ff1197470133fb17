import { LoaderCircle } from 'lucide-react';

export function SpinnerIcon() {
  return <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />;
}

export function Spinner({ label }: { readonly label: string }) {
  return (
    <p className="flex items-center gap-2 text-ink-soft" role="status">
      <SpinnerIcon />
      {label}…
    </p>
  );
}
