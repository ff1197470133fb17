import { shareFiles as endpoint } from '../../shared/contract/conversations/sharing.ts';
import { type ShareFilesDeps, shareFiles as share } from '../../shared/domain/conversations/sharing/share-files.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { conversationStore, publicLinks, sharedFiles } from '../../shared/wiring/conversations.ts';
import { savedVolumes } from '../../shared/wiring/files.ts';
import { sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

export const shareFiles = implement(endpoint, async ({ params, body, caller }, deps: ShareFilesDeps) => ({
  items: [...(await share(caller, params.conversation_id, body.paths, deps))],
}));

export const handler = serve(shareFiles, (granted) => ({
  conversations: conversationStore(granted),
  files: sharedFiles(granted),
  sandboxes: sandboxReader(granted),
  keys: sandboxKeys(granted),
  volumes: savedVolumes(),
  publicLinks: publicLinks(),
  now: systemClock,
}));
