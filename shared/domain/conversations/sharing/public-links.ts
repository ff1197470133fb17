import { AppError } from '../../../platform/errors.ts';

/** @throws AppError `forbidden` for a new public link in a deployment without them. Ending a link is always possible */
export function requirePublicLinks(isPublic: boolean | null | undefined, areAllowed: boolean): void {
  if (isPublic !== true || areAllowed) return;
  const way = 'Omit `public`, or ask its operator to allow them (setting publicLinks).';
  throw new AppError('forbidden', `This deployment does not allow public links. ${way}`);
}
