import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startCloud } from '../../infra/local/cloud/cloud.ts';
import { patchLookups } from '../../infra/local/lambda/bootstrap-names.mjs';
import type { LocalLog } from '../../infra/local/terminal/log.ts';
import { parseOptions } from '../../infra/local/terminal/options.ts';
import { freePort } from '../support/free-port.ts';
import { useService } from '../support/service/owners.ts';
import { type KeepTake, recordingInstances } from './recording-instance.ts';

interface RecordedService {
  stop(): Promise<void>;
}

/** The local service, with sandboxes at names of their own, as on AWS; every function of it is recorded. */
export async function startRecordedService(folder: string, keep: KeepTake, log: LocalLog): Promise<RecordedService> {
  // The day calls agents, too.
  patchLookups();
  const [stateDirectory, takes] = [join(folder, 'state'), join(folder, 'takes')];
  await mkdir(takes);
  const port = String(await freePort());
  const options = parseOptions(['--state', stateDirectory, '--port', port, '--sandbox-domain', 'localhost'], {});
  const cloud = await startCloud({
    port: options.port,
    stateDirectory,
    allowedHosts: options.allowedHosts,
    edge: options,
    namespaces: false,
    log,
    signal: new AbortController().signal,
    startInstance: recordingInstances(takes, keep),
  });
  const { baseUrl, apiKey, sandboxUrl } = cloud;
  useService({ baseUrl, apiKey, sandboxUrl, keysOption: ['--state', stateDirectory], stateDirectory });
  return { stop: () => cloud.stop() };
}
