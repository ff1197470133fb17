import * as z from 'zod';
import { LimitUnit } from './enums.ts';

const FieldError = z
  .object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string(), pointer: z.string() })
  .meta({ id: 'FieldError' });

/** The body of every failure, also from API Gateway. */
export const Problem = z
  .object({
    type: z.enum(['about:blank', 'https://iana.org/assignments/http-problem-types#quota-exceeded']),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({ description: 'What programs distinguish failures by.' }),
    request_id: z.string().meta({ description: 'The same as in the header X-Request-Id and in the logs.' }),
    errors: z.array(FieldError).optional(),
    running_sandbox_ids: z.array(z.string()).optional(),
    limit: z
      .object({
        scope: z
          .enum(['owner', 'key'])
          .meta({ description: 'Whose limit it is: that of all your keys, or of this one.' }),
        unit: LimitUnit,
        limit: z.number(),
        used: z.number(),
        resets_at: z
          .string()
          .nullable()
          .meta({ description: 'When it begins anew; null where it does not by itself.' }),
      })
      .optional()
      .meta({ description: 'The limit of sandboxes at once, or the budget, that the request would have gone beyond.' }),
    required_scope: z.string().optional().meta({ description: 'The scope that the API key lacks.' }),
    retry_after_seconds: z.int().optional(),
    msg_id: z.string().optional(),
    error: z
      .string()
      .optional()
      .meta({ description: 'The name that OAuth gives the failure; for clients of the legacy settings a text.' }),
    error_description: z.string().optional().meta({ description: 'The same as `detail`, for OAuth clients.' }),
    interval: z.int().optional().meta({ description: 'Seconds to wait between two polls of a device from now on.' }),
    conversation_id: z.string().optional(),
    message: z.string().optional(),
    'violated-policies': z
      .array(z.string())
      .optional()
      .meta({ description: 'The names of the limits that are used up, as in the header RateLimit-Policy.' }),
  })
  .meta({ id: 'Problem' });

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** The fields that one kind of failure adds to those that every failure has. */
export type ProblemExtensions = Frozen<
  Omit<z.infer<typeof Problem>, 'type' | 'title' | 'status' | 'detail' | 'code' | 'request_id' | 'message'>
>;

export type FieldError = NonNullable<ProblemExtensions['errors']>[number];

export type ExceededLimit = NonNullable<ProblemExtensions['limit']>;
