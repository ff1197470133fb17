import * as z from 'zod';
import { asLine } from '../../../contract/shapes/text.ts';

const Title = z.string().max(1_024).transform(asLine).pipe(z.string().trim().min(1).max(500));

/** A title in an agent's words, on one line; undefined when it is none that a list could show. */
export function reportedTitle(value: unknown): string | undefined {
  return Title.safeParse(value).data;
}
