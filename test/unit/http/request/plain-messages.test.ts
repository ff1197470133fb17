import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { plainMessage } from '../../../../shared/http/request/plain-messages.ts';

const messageOf = (schema: z.ZodType, value: unknown, name = 'title') =>
  z.object({ [name]: schema }).safeParse({ [name]: value }, { error: plainMessage }).error?.issues[0]?.message;

describe('message of a field that a schema refuses', () => {
  it.each<[message: string, schema: z.ZodType, value: unknown, name?: string]>([
    ['Enter a title.', z.string().min(1), ''],
    ['Enter a title.', z.string(), undefined],
    ['Enter an API key.', z.string(), undefined, 'api_key'],
    ['Enter a sandbox ID.', z.string().min(1), '', 'sandbox_id'],
    ['Enter IDs.', z.array(z.string()), undefined, 'ids'],
    ['Must be text.', z.string(), 1],
    ['Must be a whole number.', z.int(), 1.5],
    ['Must be true or false.', z.boolean(), 'x'],
    ['Must be a list.', z.array(z.string()), {}],
    ['Must be an object.', z.object({}), 'x'],
    ['Use at least 3 characters.', z.string().min(3), 'x'],
    ['Use at most 1 character.', z.string().max(1), 'xx'],
    ['Send at least 1 item.', z.array(z.string()).min(1), []],
    ['Send at most 2 items.', z.array(z.string()).max(2), ['a', 'b', 'c']],
    ['Must be 1 or greater.', z.number().min(1), 0],
    ['Must be greater than 0.', z.number().positive(), 0],
    ['Must be 9 or less.', z.number().max(9), 10],
    ['Must be a multiple of 5.', z.number().multipleOf(5), 4],
    ['Must be one of: a, b.', z.enum(['a', 'b']), 'c'],
    ['Must be "a".', z.literal('a'), 'c'],
    ['Must be a UUID.', z.uuid(), 'x'],
    ['Must be an http or https URL with a valid host.', z.url(), 'x'],
    ['Must have the documented format.', z.string().regex(/^x$/), 'y'],
    ['Must have one of the documented forms.', z.union([z.int(), z.boolean()]), 'x'],
    ['Pick another one.', z.string().min(1, 'Pick another one.'), ''],
  ])('is "%s"', (message, schema, value, name) => expect(messageOf(schema, value, name)).toBe(message));
});
