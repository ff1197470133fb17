import * as z from 'zod';

/** The size of a sandbox in requests. Refuses unknown names, as a misspelled one would have no effect. */
export const ResourcesRequest = z
  .strictObject({
    cpu: z.number().positive().optional().meta({ description: 'vCPUs.' }),
    memory_gb: z.number().positive().optional().meta({ description: 'Memory in GiB.' }),
    disk_gb: z.int().positive().optional().meta({ description: 'Size of the workspace in GiB. It cannot shrink.' }),
  })
  .meta({
    id: 'ResourcesRequest',
    description:
      'The size of the sandbox, within the bounds of its spec (`sizes` and `workspace_gb_range` of the spec). vCPUs and memory are rounded up to the smallest offered size that has both; the response names it. Fields that are not sent keep their value, or have that of the spec.',
  });
export type ResourcesRequest = Readonly<z.output<typeof ResourcesRequest>>;

export const Resources = z
  .object({
    cpu: z.number().meta({ description: 'vCPUs.' }),
    memory_gb: z.number().meta({ description: 'Memory in GiB.' }),
    disk_gb: z.int().meta({ description: 'Size of the workspace in GiB.' }),
    requested: z
      .object({ cpu: z.number(), memory_gb: z.number() })
      .nullable()
      .meta({ description: 'What was requested, if it was rounded up to an offered size. Otherwise null.' }),
  })
  .meta({ id: 'Resources' });
