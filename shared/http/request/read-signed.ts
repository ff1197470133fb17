import { AppError } from '../../platform/errors.ts';
import type { BodyReader } from '../operation/body-reader.ts';

/** Reads the bytes of JSON that another service has signed, for endpoints with `bodyFormat: 'signed'`. */
export const readSigned: BodyReader = ({ body, headers, isBase64Encoded }) => {
  if (/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  throw new AppError(
    'unsupported_media_type',
    "Send the body as JSON, with the header 'Content-Type: application/json'.",
  );
};
