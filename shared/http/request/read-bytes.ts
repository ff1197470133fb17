import { AppError } from '../../platform/errors.ts';
import type { BodyReader } from '../operation/body-reader.ts';

/**
 * Reads bytes, for endpoints with `bodyFormat: 'bytes'`. API Gateway encodes this type in Base64. It replaces bytes of
 * any other type that are not UTF-8.
 */
export const readBytes: BodyReader = ({ body, headers, isBase64Encoded }) => {
  if (!body) return Buffer.alloc(0);
  if (isBase64Encoded && /^application\/octet-stream\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    return Buffer.from(body, 'base64');
  throw new AppError(
    'unsupported_media_type',
    "Send the body as bytes, with the header 'Content-Type: application/octet-stream'.",
  );
};
