import * as z from 'zod';
import { Size } from '../../billing/usage/task-size.ts';

/** A size of a sandbox and its workspace. */
export const ChosenSize = z.object({
  size: Size,
  /** What was asked for, if it was rounded up to the size. */
  requested_size: Size.nullable(),
  workspace_gigabytes: z.int(),
  /** The reservation of a start of this size, in millionths of a US dollar. */
  reserved_micro_usd: z.int(),
});
export type ChosenSize = Readonly<z.infer<typeof ChosenSize>>;

/** The fields of a resume's row that a change of the size sets. A workspace never shrinks. */
export function resized<Row extends { readonly resize: ChosenSize | null; readonly workspace_gigabytes: number }>({
  resize,
  workspace_gigabytes: gigabytes,
}: Row): Partial<ChosenSize> & { readonly resize: null } {
  if (resize === null) return { resize: null };
  return { ...resize, workspace_gigabytes: Math.max(gigabytes, resize.workspace_gigabytes), resize: null };
}
