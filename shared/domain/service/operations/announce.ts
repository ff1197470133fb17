import type * as z from 'zod';
import type { createAnnouncement } from '../../../contract/service/operators.ts';
import type { AnnouncementInfo } from '../../../contract/shapes/announcement.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badField } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Announcement } from './dynamo-operations.ts';

const DAY = 86_400_000;
const DEFAULT_DAYS = 7;
const MOST_DAYS = 90;

/** @throws AppError `validation_failed` naming `ends_at` */
export function newAnnouncement(
  { text, level, starts_at, ends_at }: z.output<(typeof createAnnouncement)['body']>,
  keyId: string,
  now: Date,
): Announcement {
  const start = starts_at === undefined ? now : new Date(starts_at);
  const end = ends_at === undefined ? new Date(start.getTime() + DEFAULT_DAYS * DAY) : new Date(ends_at);
  if (end <= start || end <= now) throw badField(['ends_at'], 'Must be in the future, and after `starts_at`.');
  if (end.getTime() - start.getTime() > MOST_DAYS * DAY) {
    throw badField(['ends_at'], `Must be at most ${MOST_DAYS} days after \`starts_at\`.`);
  }
  const times = { starts_at: timestamp(start), ends_at: timestamp(end), created_at: timestamp(now) };
  return { id: newId(now), text, level, ...times, created_by: keyId };
}

export function announcementView(
  { created_by: _, ...announcement }: Announcement,
  now: Date,
): z.input<typeof AnnouncementInfo> {
  return { ...announcement, active: announcement.starts_at <= timestamp(now) };
}
