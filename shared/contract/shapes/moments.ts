import * as z from 'zod';

/** ISO 8601 in UTC, as stored and in responses. */
export const Moment = /* @__PURE__ */ z.iso.datetime();

/** Seconds since 1970, up to the year 9999. */
export const Seconds = /* @__PURE__ */ z.int().min(0).max(253_402_300_799);
