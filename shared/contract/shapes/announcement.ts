import * as z from 'zod';
import { Timestamp } from './fields.ts';

export const AnnouncementLevel = z.enum(['info', 'warning', 'critical']).meta({ id: 'AnnouncementLevel' });
export type AnnouncementLevel = z.infer<typeof AnnouncementLevel>;

export const AnnouncementInfo = z
  .object({
    id: z.string(),
    text: z.string().meta({ description: 'Plain text.' }),
    level: AnnouncementLevel,
    starts_at: Timestamp,
    ends_at: Timestamp,
    active: z
      .boolean()
      .meta({ description: 'Whether it has started. Only operators see announcements that have not.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'Announcement' });
