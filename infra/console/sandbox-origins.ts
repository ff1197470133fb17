/**
 * Sources of a Content-Security-Policy for all sandboxes: by HTTP and by WebSockets.
 *
 * @param address of a sandbox with `{label}` in it, as its path or in its host; undefined where sandboxes are reached
 *   directly, at any address
 */
export function sandboxOriginsOf(address: string | undefined): readonly string[] {
  if (address === undefined) return ['http:', 'ws:'];
  const origin = address.replace(/\/\{label\}$/, '').replace('{label}', '*');
  return [origin, origin.replace(/^http/, 'ws')];
}
