import type { TestAnswer } from './invoke.ts';

export function badFields({ body }: TestAnswer): string[] {
  return body.errors.map(({ loc }: { readonly loc: readonly (string | number)[] }) => loc.join('.'));
}
