import { putUploadPart as endpoint } from '../../shared/contract/conversations/uploads.ts';
import {
  isComplete,
  receivedBytes,
  type Uploads,
  usableUntil,
} from '../../shared/domain/conversations/uploads/uploads.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { timestamp } from '../../shared/platform/clock.ts';
import { uploads } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly uploads: Pick<Uploads, 'add'>;
}

export const putUploadPart = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const part = { uploadId: params.upload_id, number: params.part_number, bytes: body.total_bytes, text: body.text };
  const upload = await deps.uploads.add(caller.ownerId, part);
  return {
    id: upload.upload_id,
    total_bytes: upload.bytes,
    received_bytes: receivedBytes(upload),
    is_complete: isComplete(upload),
    usable_until: timestamp(usableUntil(upload)),
  };
});

export const handler = serve(putUploadPart, (granted) => ({ uploads: uploads(granted) }));
