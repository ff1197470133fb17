import { expect } from 'vitest';
import type { TestAnswer, TestRequest } from './invoke.ts';

export function withoutRequest({ status, body }: TestAnswer): unknown {
  const { request_id: _, ...problem } = body;
  return { status, problem };
}

/** Somebody else's thing, which `call` would reach by its `id`, reads exactly as one that never existed. */
export async function expectHiddenFromOtherOwners(
  call: (request: TestRequest) => Promise<TestAnswer>,
  id: string,
  requestFor: (id: string) => TestRequest,
): Promise<void> {
  const stranger = { ownerId: 'mallory' };
  const never = '0193ffffffffffffffffffffffffffff';
  const theirs = await call({ ...requestFor(id), caller: stranger });
  const absent = await call({ ...requestFor(never), caller: stranger });

  expect(theirs.status).toBe(404);
  expect(JSON.stringify(withoutRequest(theirs)).replaceAll(id, never)).toBe(JSON.stringify(withoutRequest(absent)));
}

export function badFields({ body }: TestAnswer): string[] {
  return body.errors.map(({ loc }: { readonly loc: readonly (string | number)[] }) => loc.join('.'));
}
