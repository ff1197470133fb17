import * as z from 'zod';

/** Sandbox specs that owners make by the API. Without this setting, there are none. */
export const ownerSpecs = z.strictObject({
  /**
   * Registries from which their images can come: hosts, or hosts with the beginning of a path, such as
   * `ghcr.io/acme`. Their images run with the same isolation as others.
   */
  registries: z
    .array(
      z
        .string()
        .regex(
          /^[a-z0-9][a-z0-9.-]*(:\d{1,5})?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/,
          'must be the host of a registry, or a host and the beginning of a path, such as ghcr.io/acme',
        ),
    )
    .min(1)
    // A function's variables have 4 KB.
    .max(20),
  /** The most specs of an owner. */
  maxPerOwner: z.int().min(1).max(100).default(10),
  /** Whether only API keys with the scope `admin` can make and change specs. */
  adminsOnly: z.boolean().default(false),
});
