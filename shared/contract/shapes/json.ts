import * as z from 'zod';

/** Any JSON. Needs no check, as it was parsed from JSON. */
export const Json = z.custom<z.core.util.JSONType>().meta({ override: { description: 'Any JSON.' } });
export type Json = z.infer<typeof Json>;

export const JsonObject = z.record(z.string(), Json);
export type JsonObject = z.infer<typeof JsonObject>;
