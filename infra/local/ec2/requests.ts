import * as z from 'zod';
import { AwsError } from '../aws/aws-error.ts';

const Filter = z.object({ Name: z.string(), Values: z.array(z.string()).min(1).max(200) });
export type Filter = z.infer<typeof Filter>;

const Tag = z.object({
  Key: z
    .string()
    .min(1)
    .max(127, 'Tag key exceeds the maximum length of 127 characters.')
    .refine((key) => !key.startsWith('aws:'), 'Tag keys starting with aws: are reserved for internal use.'),
  Value: z.string().max(255, 'Tag value exceeds the maximum length of 255 characters.').default(''),
});

const Tags = z
  .array(Tag)
  .max(50, 'A resource has at most 50 tags.')
  .refine((tags) => new Set(tags.map(({ Key }) => Key)).size === tags.length, 'Tag keys must be unique.')
  .transform((tags) => tags.map(({ Key, Value }) => ({ key: Key, value: Value })));

const listing = {
  Filters: z.array(Filter).default([]),
  MaxResults: z.coerce.number().int().min(5).max(1000).optional(),
  NextToken: z.string().optional(),
};

export const DescribeVolumesInput = z.object({ VolumeIds: z.array(z.string()).optional(), ...listing });

export const DescribeSnapshotsInput = z.object({
  SnapshotIds: z.array(z.string()).optional(),
  OwnerIds: z.array(z.string()).optional(),
  ...listing,
});

export const DescribeNetworkInterfacesInput = z.object({
  NetworkInterfaceIds: z.array(z.string()).optional(),
  ...listing,
});

export const CreateSnapshotInput = z.object({
  VolumeId: z.string(),
  Description: z.string().max(255).default(''),
  TagSpecifications: z
    .array(z.object({ ResourceType: z.literal('snapshot'), Tags }))
    .max(1)
    .default([]),
});

export const DeleteVolumeInput = z.object({ VolumeId: z.string() });

export const DeleteSnapshotInput = z.object({ SnapshotId: z.string() });

export const CreateTagsInput = z.object({ Resources: z.array(z.string()).min(1), Tags });

/** @throws AwsError MissingParameter or InvalidParameterValue that names the parameter and the rule it breaks. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const name = issue?.path.join('.') ?? '';
  if (issue?.input === undefined) {
    throw new AwsError('MissingParameter', `The request must contain the parameter ${name}`);
  }
  throw invalidValue(`${name}: ${issue.message}`);
}

export function invalidValue(message: string): AwsError {
  return new AwsError('InvalidParameterValue', message);
}
