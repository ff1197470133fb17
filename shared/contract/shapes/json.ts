import * as z from 'zod';

/** Any JSON. It was parsed from a JSON text, so there is nothing to check. */
export const Json = z.custom<z.core.util.JSONType>().meta({ override: { description: 'Any JSON.' } });
export type Json = z.infer<typeof Json>;

export const JsonObject = z.record(z.string(), Json);
export type JsonObject = z.infer<typeof JsonObject>;
