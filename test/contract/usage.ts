import * as z from 'zod';
import { sentence } from './forms.ts';

const time = z.string().regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const seconds = z.number().min(0).multipleOf(0.001);
const whole = z.int().min(0);

const grouping = z.enum(['day', 'sandbox', 'conversation', 'key', 'spec']);

const amounts = {
  compute_seconds: seconds,
  vcpu_seconds: seconds,
  memory_gb_seconds: seconds,
  public_ipv4_seconds: seconds,
  workspace_running_gb_seconds: seconds,
  workspace_paused_gb_seconds: seconds,
  api_calls: whole,
  legacy_api_calls: whole,
  cost_micro_usd: whole,
  cost_usd: z.string().regex(/^\d+\.\d{6}$/),
};

export const usageReport = z.strictObject({
  from: time,
  to: time,
  as_of: time,
  group_by: grouping,
  split_by: grouping.optional(),
  currency: z.literal('USD'),
  price_list: z.strictObject({
    region: z.string().regex(/^[a-z]{2}-[a-z]+-\d$/),
    service_region: sentence.nullable(),
    read_on: z.iso.date(),
  }),
  items: z
    .array(z.strictObject({ group: sentence.nullable(), split: sentence.nullable().optional(), ...amounts }))
    .max(1000),
  totals: z.strictObject(amounts),
  next_page_id: sentence.nullable(),
});
