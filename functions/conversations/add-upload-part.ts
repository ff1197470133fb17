import { addUploadPart as endpoint } from '../../shared/contract/conversations/messages.ts';
import { isComplete, receivedBytes, type Uploads } from '../../shared/domain/conversations/uploads/uploads.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { uploadParts } from '../../shared/wiring/conversations.ts';

interface Deps {
  readonly uploads: Pick<Uploads, 'add'>;
}

export const addUploadPart = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const part = { uploadId: params.upload_id, number: body.number, bytes: body.total_bytes, text: body.text };
  const upload = await deps.uploads.add(caller.ownerId, part);
  return {
    id: upload.upload_id,
    total_bytes: upload.bytes,
    received_bytes: receivedBytes(upload),
    is_complete: isComplete(upload),
  };
});

export const handler = serve(addUploadPart, (granted) => ({
  uploads: uploadParts(granted),
}));
