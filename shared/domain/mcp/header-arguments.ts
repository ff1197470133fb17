import type { Schema } from './tool.ts';

/** The argument that becomes the header `Idempotency-Key`. */
export const KEY_ARGUMENT = 'idempotency_key';

/** The text that becomes a body of bytes. */
export const CONTENT_ARGUMENT = 'content';

/** The arguments that become the header `Range`. */
export const rangeArguments = { from: 'offset', count: 'length' } as const;

/** The longest part of a file, in bytes. */
export const MAX_PART = 90_000;

/** Arguments for parts of a request that OpenAPI describes apart from its parameters and fields. */
export const headerSchemas: Readonly<Record<string, Schema>> = {
  [KEY_ARGUMENT]: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'A new value, such as a UUID. To repeat a call whose result was lost, send it again: the call then takes effect once.',
  },
  [CONTENT_ARGUMENT]: { type: 'string', description: 'The whole content, as text.' },
  [rangeArguments.from]: { type: 'integer', minimum: 0, default: 0, description: 'The first byte.' },
  [rangeArguments.count]: {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PART,
    default: MAX_PART,
    description: 'The number of bytes.',
  },
};
