import * as z from 'zod';
import { LimitScope, LimitUnit } from './enums.ts';

const FieldError = z
  .object({ loc: z.array(z.union([z.string(), z.int()])), msg: z.string(), type: z.string(), pointer: z.string() })
  .meta({ id: 'FieldError' });

/** The body of every error, including those of API Gateway. */
export const Problem = z
  .object({
    type: z.enum(['about:blank', 'https://iana.org/assignments/http-problem-types#quota-exceeded']),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({ description: 'The error code, for programs.' }),
    request_id: z.string().meta({ description: 'The request id, as in the X-Request-Id header and in the logs.' }),
    errors: z.array(FieldError).optional(),
    running_sandbox_ids: z.array(z.string()).optional(),
    limit: z
      .object({
        scope: z
          .enum([...LimitScope.options, 'conversation', 'sandbox'])
          .meta({ description: 'What the limit applies to. With `owner`, it is all keys of the owner together.' }),
        unit: z.enum([...LimitUnit.options, 'model_calls']),
        limit: z.number(),
        used: z.number(),
        resets_at: z
          .string()
          .nullable()
          .meta({ description: 'When the limit resets. Null if it does not reset by itself.' }),
      })
      .optional()
      .meta({ description: 'The limit or the budget that the request would exceed.' }),
    required_scope: z.string().optional().meta({ description: 'The scope that the API key lacks.' }),
    retry_after_seconds: z.int().optional(),
    msg_id: z.string().optional(),
    error: z
      .string()
      .optional()
      .meta({ description: 'The OAuth error code or, for clients of the legacy settings, a text.' }),
    error_description: z.string().optional().meta({ description: 'The same text as `detail`, for OAuth clients.' }),
    interval: z.int().optional().meta({ description: 'The new minimum number of seconds between polls of a device.' }),
    conversation_id: z.string().optional(),
    prebuild_id: z.string().optional().meta({ description: 'The prebuild that exists already.' }),
    message: z.string().optional(),
    'violated-policies': z
      .array(z.string())
      .optional()
      .meta({ description: 'The names of the limits that are used up, as in the RateLimit-Policy header.' }),
  })
  .meta({ id: 'Problem' });

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Frozen<T[Name]> }
    : T;

/** The additional fields of some errors. */
export type ProblemExtensions = Frozen<
  Omit<z.infer<typeof Problem>, 'type' | 'title' | 'status' | 'detail' | 'code' | 'request_id' | 'message'>
>;

export type FieldError = NonNullable<ProblemExtensions['errors']>[number];

export type ExceededLimit = NonNullable<ProblemExtensions['limit']>;
