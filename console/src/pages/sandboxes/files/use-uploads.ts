import { useState } from 'react';
import { uploadTo } from '../../../../../shared/client/file-uploads.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import { useRefresh } from '../../../files/file-queries.ts';
import { useApi } from '../../../session/session.ts';
import { failed, useToast } from '../../../ui/toasts.ts';
import type { ChosenFile } from './dropped-files.ts';

interface Uploads {
  readonly isBusy: boolean;
  /** The file that is being uploaded, with how much of it has arrived. */
  readonly progress: string | undefined;
  readonly send: (files: readonly ChosenFile[] | Promise<readonly ChosenFile[]>, directory: string) => Promise<void>;
}

/** Uploads files one after the other, to the first failure. The browser reads each part when its turn comes. */
export function useUploads(sandboxId: string): Uploads {
  const api = useApi();
  const toast = useToast();
  const refresh = useRefresh(sandboxId);
  const [progress, setProgress] = useState<string>();
  const upload = async ({ file, path }: ChosenFile, directory: string): Promise<void> => {
    const title = `Uploading ${visible(path)}`;
    setProgress(title);
    const slice = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
    const target = {
      kind: 'file',
      path: `${directory === '/' ? '' : directory}/${path}`,
      modified_at: new Date(file.lastModified).toISOString(),
    } as const;
    const onProgress = (bytes: number, total: number) => setProgress(`${title}: ${Math.floor((100 * bytes) / total)}%`);
    await uploadTo(api, sandboxId, { size: file.size, slice }, target, { onProgress });
  };
  const send: Uploads['send'] = async (chosen, directory) => {
    let what = 'files';
    setProgress('Preparing');
    try {
      const files = await chosen;
      for (const one of files) {
        what = visible(one.path);
        await upload(one, directory);
      }
      if (files.length === 0) toast({ tone: 'warn', title: 'No files to upload' });
      else toast({ tone: 'good', title: `Uploaded ${files.length === 1 ? what : `${files.length} files`}` });
    } catch (error) {
      toast(failed(`Upload of ${what}`, error));
    }
    setProgress(undefined);
    await refresh();
  };
  return { isBusy: progress !== undefined, progress, send };
}
