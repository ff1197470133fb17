import * as z from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.ts';
import { Timestamp, Uuid } from '../shapes/fields.ts';
import { MAX_CONTENT_BYTES, uploadLimits } from '../shapes/pictures.ts';
import { freeText } from '../shapes/text.ts';

export const putUploadPart = defineEndpoint(() => ({
  area: 'conversations',
  tag: 'messages',
  access: 'key',
  scope: 'conversations:write',
  generation: 'v1',
  id: 'put-upload-part',
  method: 'PUT',
  path: '/api/v1/uploads/{upload_id}/parts/{part_number}',
  summary: 'Upload a part of a picture or recording',
  description:
    'Takes what is too large for the request that contains it: a picture as a data URL, or a recording. You choose a new UUID for it, and send its text in parts, in any order. When all are there, `upload:{upload_id}` stands for the text in `image_urls` and `replay_json` for 24 hours. It is deleted after nine days. A part that is sent again is stored once.',
  params: z.object({
    upload_id: Uuid,
    part_number: z
      .string()
      .regex(/^(?:[1-9]|1\d|20)$/, { error: `Must be a number from 1 to ${uploadLimits.parts}.` })
      .transform(Number)
      .meta({ override: { type: 'integer', minimum: 1, maximum: uploadLimits.parts } }),
  }),
  body: z
    .strictObject({
      text: freeText(MAX_CONTENT_BYTES).min(1),
      total_bytes: z.int().min(1).max(uploadLimits.bytes).meta({
        description: 'The size of the whole text in UTF-8, the same for each part.',
      }),
    })
    .meta({ id: 'UploadPart' }),
  maxBodyBytes: MAX_CONTENT_BYTES,
  success: {
    status: 200,
    body: z
      .object({
        id: z.string(),
        total_bytes: z.int(),
        received_bytes: z.int(),
        is_complete: z.boolean(),
        usable_until: Timestamp,
      })
      .meta({ id: 'Upload' }),
  },
  errors: ['conflict'],
}));
