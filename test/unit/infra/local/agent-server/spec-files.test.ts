import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settingsFor } from '../../../../../infra/config.ts';
import { documentWith } from '../../../../../infra/local/agent-server/spec-files.ts';
import { specFiles, specsFor } from '../../../../../infra/specs/catalogue.ts';
import { specsDocument } from '../../../../../infra/specs/document.ts';

const settings = settingsFor((key) => ({ stage: 'local' })[key]);
const document = specsDocument(specsFor(settings, specFiles, {}));
const local = (changed: typeof document) => changed.specs.find(({ id }) => id === 'openhands-local');

async function installed(release: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spec-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'lib/python3.13/site-packages', `openhands_agent_server-${release}.dist-info`), {
    recursive: true,
  });
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin/agent-server'), '');
  return join(folder, 'bin/agent-server');
}

describe('the specs for functions of a local service', () => {
  it('say that the agent server is missing, and how to install it', () => {
    const changed = documentWith(document, { program: undefined, defaultSpec: undefined });

    expect(changed.default).toBe('reference');
    expect(local(changed)?.unavailable).toMatchObject({ install: 'npm start -- --agent openhands' });
  });

  it('have it as their default once it is installed', async () => {
    const program = await installed('1.58.2');

    const changed = documentWith(document, { program, defaultSpec: 'openhands-local' });

    expect(changed.default).toBe('openhands-local');
    expect(local(changed)).toMatchObject({ unavailable: null, seals_with_boot_key: false });
    expect(changed.specs.filter(({ id }) => id !== 'openhands-local')).toEqual(
      document.specs.filter(({ id }) => id !== 'openhands-local'),
    );
  });

  it('seal with the boot key where its release does, or is unknown', async () => {
    const of = (program: string) => local(documentWith(document, { program, defaultSpec: undefined }));

    expect(of(await installed('1.43.1'))?.seals_with_boot_key).toBe(true);
    expect(of('/nowhere/bin/agent-server')?.seals_with_boot_key).toBe(true);
  });
});
