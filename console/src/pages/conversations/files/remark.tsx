/** In the place of a file that is not shown. */
export function Remark({ children }: { readonly children: string }) {
  return <p className="p-4 text-ink-soft text-sm">{children}</p>;
}
