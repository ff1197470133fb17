import { useState } from 'react';
import { uploadTo } from '../../../../../shared/client/file-uploads.ts';
import { useApi } from '../../../session/session.ts';
import { failed, useToast } from '../../../ui/toasts.ts';
import { useRefresh } from './file-queries.ts';

interface Uploads {
  readonly isBusy: boolean;
  /** The file that is being uploaded, with how much of it has arrived. */
  readonly progress: string | undefined;
  readonly send: (files: readonly File[], directory: string) => Promise<void>;
}

/** Uploads files one after the other. The browser reads each part when its turn comes. */
export function useUploads(sandboxId: string): Uploads {
  const api = useApi();
  const toast = useToast();
  const refresh = useRefresh(sandboxId);
  const [progress, setProgress] = useState<string>();
  const send = async (files: readonly File[], directory: string): Promise<void> => {
    for (const file of files) {
      setProgress(`Uploading ${file.name}`);
      const slice = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
      const upload = {
        kind: 'file',
        path: `${directory === '/' ? '' : directory}/${file.name}`,
        modified_at: new Date(file.lastModified).toISOString(),
      } as const;
      const onProgress = (bytes: number, total: number) =>
        setProgress(`Uploading ${file.name}: ${Math.floor((100 * bytes) / total)}%`);
      try {
        await uploadTo(api, sandboxId, { size: file.size, slice }, upload, { onProgress });
        toast({ tone: 'good', title: `Uploaded ${file.name}` });
      } catch (error) {
        toast(failed(`Upload of ${file.name}`, error));
      }
    }
    setProgress(undefined);
    await refresh();
  };
  return { isBusy: progress !== undefined, progress, send };
}
