import { AppError } from '../../platform/errors.ts';

/** Pages of this machine: those of other web sites never have such an origin, even if their name leads here. */
const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses requests of web pages that are neither allowed by name nor pages of this machine, as the Model Context
 * Protocol demands. Programs send no `Origin`.
 *
 * @param allowed the allowed origins of the stage; `*` names none
 */
export function requireWebOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (origin === undefined || allowed.includes(origin) || LOOPBACK.test(origin)) return;
  throw new AppError(
    'forbidden',
    `Web pages of ${origin.slice(0, 200)} cannot use this MCP server. The operator can add the origin to allowedOrigins.`,
  );
}
