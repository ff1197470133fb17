import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFor } from '../../infra/config.ts';
import { specFiles, specsFor } from '../../infra/specs/catalogue.ts';
import { specsDocument } from '../../infra/specs/document.ts';
import { OPENHANDS_IMAGE, pinned, readPins } from '../../infra/specs/image-pins.ts';
import { installedAgentServer, installedRelease } from '../../infra/specs/installed-program.ts';
import { openhands } from '../../infra/specs/openhands.ts';
import { parseSpec } from '../../infra/specs/schema.ts';
import { SandboxSpecsDocument } from '../../shared/domain/sandboxes/specs/sandbox-specs.ts';

const notSpecs = [
  'catalogue.ts',
  'document.ts',
  'schema.ts',
  'in-workspace.sh',
  'image-pins.json',
  'image-pins.ts',
  'installed-program.ts',
];
const settings = (context: Record<string, unknown>) => settingsFor((key) => context[key]);

/** Bounds of sizes that include that of the default spec. */
const between = (min: object, max: object) => ({
  min: { cpu: 512, memoryMegabytes: 2048, workspaceGigabytes: 10, ...min },
  max: { cpu: 2048, memoryMegabytes: 8192, workspaceGigabytes: 40, ...max },
});

describe('sandbox specs', () => {
  it('include every file of the folder', () => {
    const files = readdirSync(join(import.meta.dirname, '../../infra/specs')).filter(
      (file) => !notSpecs.includes(file),
    );

    expect(files.map((file) => file.replace(/\.ts$/, '')).sort()).toEqual(Object.keys(specFiles).sort());
  });

  it('begin with the default of the stage', () => {
    expect(specsFor(settings({ stage: 'local' }), specFiles, {}).map(({ id }) => id)).toEqual([
      'reference',
      'openhands-local',
      'openhands',
    ]);
    expect(specsFor(settings({ stage: 'prod' })).map(({ id }) => id)).toEqual(['openhands']);
  });

  it('name the real agent of the local service as a default that no other stage has', () => {
    const specs = specsFor(settings({ stage: 'local', defaultSpec: 'openhands-local' }), specFiles, {});

    expect(specs[0]).toMatchObject({
      id: 'openhands-local',
      unavailable: {
        reason: 'the OpenHands agent server is not installed on this machine',
        install: 'npm start -- --agent openhands',
      },
    });
    expect(() => specsFor(settings({ specs: 'openhands,openhands-local' }))).toThrow(
      "'openhands-local' runs only locally",
    );
  });

  it('find the agent server where it can have a workspace, which is not on macOS', () => {
    const named = { PATH: process.env.PATH, OPENHANDS_AGENT_SERVER: process.execPath };
    const hasNamespaces = existsSync('/usr/bin/unshare');

    expect(installedAgentServer({ ...named, PATH: '/usr/bin' })).toBe(hasNamespaces ? process.execPath : undefined);
    expect(installedAgentServer({ ...named, OPENHANDS_AGENT_SERVER: '/nowhere' })).toBeUndefined();
    expect(installedAgentServer({ ...named, PATH: '' })).toBeUndefined();
  });

  it("read the agent server's release from what pip installed", () => {
    const root = mkdtempSync(join(tmpdir(), 'agent-server-'));
    const program = join(root, 'bin/agent-server');
    mkdirSync(join(root, 'bin'));
    writeFileSync(program, '');

    expect(installedRelease(program)).toBeUndefined();
    mkdirSync(join(root, 'lib/python3.13/site-packages/openhands_agent_server-1.43.1.dist-info'), { recursive: true });
    expect(installedRelease(program)).toBe('1.43.1');
    rmSync(root, { recursive: true });
  });

  it('offer the default image by the digest pinned for its release, or by its tag without one', () => {
    const image = 'ghcr.io/owner/agent:1.0.0-python';
    const digest = `sha256:${'ab'.repeat(32)}`;

    expect(pinned(image, { [image]: digest })).toBe(`ghcr.io/owner/agent@${digest}`);
    expect(pinned(image, { 'ghcr.io/owner/agent:0.9.0-python': digest })).toBe(image);
    expect(openhands.image).toBe(pinned(OPENHANDS_IMAGE));
    expect(openhands.sealsWithBootKey).toBe(false);
    // An old release's pin must not count for this release.
    expect(Object.keys(readPins()).filter((name) => name !== OPENHANDS_IMAGE)).toEqual([]);
  });

  it("give the reference agent this machine's VS Code, only locally", () => {
    const folder = mkdtempSync(join(tmpdir(), 'editors-'));
    const environment = { PATH: folder };
    const first = (stage: 'local' | 'prod') => specsFor(settings({ stage }), specFiles, environment)[0];
    const install = (name: string) => symlinkSync(process.execPath, join(folder, name));

    expect(first('local').ports).toEqual({ AGENT_SERVER: 8000 });
    install('code-server');
    expect(first('local')).toMatchObject({ id: 'reference', ports: { AGENT_SERVER: 8000, VSCODE: 8001 } });
    const { local } = first('local');
    expect((local || undefined)?.command.slice(-4)).toEqual([
      '--vscode',
      realpathSync(process.execPath),
      '--vscode-port',
      '{port:VSCODE}',
    ]);
    expect(JSON.stringify(first('prod'))).not.toContain('--vscode');
    rmSync(folder, { recursive: true });
  });

  it('reach functions with the fields that clients and records need, in the form that functions parse', () => {
    const document = specsDocument(specsFor(settings({ stage: 'local' }), specFiles, {}));

    expect(SandboxSpecsDocument.parse(document)).toEqual(document);
    expect(document.default).toBe('reference');
    expect(document.specs.map((spec) => spec.container)).toEqual(['agent', 'agent', 'agent']);
    expect(document.specs.map((spec) => spec.volume)).toEqual(['workspace', 'workspace', 'workspace']);
    expect(document.specs.map((spec) => spec.filesystem_type)).toEqual(['ext4', 'ext4', 'ext4']);
    expect(document.specs.map((spec) => spec.retention_days)).toEqual([30, 30, 30]);
    expect(JSON.stringify(document)).not.toContain('ghcr.io');
  });

  it('offer every size of Fargate within their bounds, and only their own size without bounds', () => {
    const { sizes: _sizes, ...fixed } = openhands;
    const of = (source: object) => specsDocument([parseSpec('openhands', { ...openhands, ...source })]).specs[0];
    const size = (cpu_units: number, memory_megabytes: number) => ({ cpu_units, memory_megabytes });
    const small = { min: { cpu: 512, memoryMegabytes: 4096 }, max: { cpu: 1024, memoryMegabytes: 5120 } };
    const disk = { workspaceGigabytes: 20 };
    const bounds = { min: { ...small.min, ...disk }, max: { ...small.max, ...disk } };

    expect(of({ sizes: bounds })).toMatchObject({
      sizes: [size(512, 4096), size(1024, 4096), size(1024, 5120)],
      workspace_bounds: { min: 20, max: 20 },
    });
    expect(specsDocument([parseSpec('openhands', fixed)]).specs[0]?.sizes).toEqual([size(1024, 4096)]);
    // Other choices make no warm task useless.
    expect(of({ sizes: bounds })?.revision).toBe(of({})?.revision);
  });

  it.each([
    [
      { cpu: 1024, memoryMegabytes: 3000 },
      "Sandbox spec 'openhands': memoryMegabytes: 3000 is not offered by Fargate with 1024 CPU units (2048, 3072, 4096, 5120, 6144, 7168, 8192).",
    ],
    [{ cpu: 1000 }, 'cpu: 1000 CPU units are not offered by Fargate (256, 512, 1024, 2048, 4096, 8192, 16384).'],
    [{ cpu: 256, memoryMegabytes: 4096 }, 'with 256 CPU units (512, 1024, 2048).'],
    [{ cpu: 8192, memoryMegabytes: 17_408 }, 'with 8192 CPU units (16384, 20480,'],
    [{ image: 'ghcr.io/openhands/agent-server' }, "Sandbox spec 'openhands': image: must name a tag or a digest"],
    [{ image: 'localhost:5000/agent-server' }, 'image: must name a tag or a digest'],
    [{ image: 'ghcr.io/openhands/agent-server:latest' }, "image: must not be ':latest'"],
    [{ sizes: between({ cpu: 300 }, {}) }, 'sizes.min.cpu: 300 CPU units are not offered by Fargate'],
    [{ sizes: between({}, { memoryMegabytes: 100 }) }, 'sizes.max.memoryMegabytes: 100 is not offered by Fargate'],
    [{ sizes: between({ cpu: 2048, memoryMegabytes: 4096 }, {}) }, "sizes: must include the spec's own cpu, 1024."],
    [{ sizes: between({ workspaceGigabytes: 21 }, {}) }, "sizes: must include the spec's own workspaceGigabytes, 20."],
    [{ sizes: { ...between({}, {}), step: 1 } }, 'sizes.step: no such field'],
    [{ workspaceGigabytes: 0 }, 'workspaceGigabytes:'],
    [{ workspaceGigabytes: 16_385 }, 'workspaceGigabytes:'],
    [{ ephemeralGigabytes: 20 }, 'ephemeralGigabytes:'],
    [{ ephemeralGigabytes: 201 }, 'ephemeralGigabytes:'],
    [{ retentionDays: 0 }, 'retentionDays:'],
    [{ retentionDays: 366 }, 'retentionDays:'],
    [{ user: 'openhands' }, 'user: must be numeric, as in 1000:1000.'],
    [{ workspacePath: 'workspace' }, 'workspacePath: must be an absolute path in its shortest form'],
    [{ workspacePath: '/' }, 'workspacePath: must be an absolute path in its shortest form, and not the root'],
    [{ workspacePath: '/workspace/' }, 'workspacePath: must be an absolute path in its shortest form'],
    [{ workingDir: '/workspace/../etc' }, 'workingDir: must be an absolute path in its shortest form'],
    [{ workingDir: '/workspaces' }, 'workingDir: must be in workspacePath, /workspace: a pause loses everything else'],
    [{ initialEnv: { '1ST': 'x' } }, 'initialEnv.1ST: is not a name that an environment variable can have.'],
    [{ initialEnv: { LLM_API_KEY: 'x' } }, 'initialEnv.LLM_API_KEY: looks like a secret;'],
    [{ ports: { VSCODE: 8001 } }, 'ports: must include AGENT_SERVER.'],
    [{ ports: { AGENT_SERVER: 8000, VSCODE: 8000 } }, 'ports: must all differ.'],
    [{ ports: { AGENT_SERVER: 8000, OTHER: 9000 } }, 'ports.OTHER: no such field.'],
    [{ id: 'other' }, "id: 'other' differs from the name of its file, 'openhands'."],
    [{ idleMinutes: 2000, lifetimeMinutes: 60 }, 'idleMinutes:'],
    [{ colour: 'red' }, 'colour: no such field.'],
    [{ local: undefined }, 'local:'],
  ])('are refused with the name of spec and field: %j', (change, sentence) => {
    const broken = { ...openhands, ...change };

    expect(() => parseSpec('openhands', broken)).toThrow(sentence);
    expect(() => parseSpec('openhands', broken)).toThrow(/^Sandbox spec 'openhands': .*\.$/);
  });

  it('keep a paused workspace for thirty days unless the spec sets another retention', () => {
    expect(parseSpec('openhands', openhands).retentionDays).toBe(30);
    expect(parseSpec('openhands', { ...openhands, retentionDays: 7 }).retentionDays).toBe(7);
  });

  it('let agents work at the root of the workspace', () => {
    expect(parseSpec('openhands', { ...openhands, workingDir: '/workspace' }).workingDir).toBe('/workspace');
  });

  it('put all OpenHands state into its workspace', () => {
    const { initialEnv, workspacePath } = parseSpec('openhands', openhands);
    const kept = [
      'OH_WORKSPACE_PATH',
      'OH_CONVERSATIONS_PATH',
      'OH_BASH_EVENTS_DIR',
      'OH_PERSISTENCE_DIR',
      'OH_CONVERSATION_WORKTREE_ROOT',
    ];

    for (const name of kept) expect(initialEnv[name]).toMatch(new RegExp(`^${workspacePath}/.+`));
    expect(initialEnv.OH_LEASE_TTL_SECONDS).toBe('0');
  });

  it('accept an image by its digest', () => {
    const image = `ghcr.io/openhands/agent-server@sha256:${'0'.repeat(64)}`;

    expect(parseSpec('openhands', { ...openhands, image }).image).toBe(image);
  });

  it('are checked even when the stage leaves them out', () => {
    const files = { ...specFiles, spare: { ...openhands, id: 'spare', cpu: 1 } };

    expect(() => specsFor(settings({ stage: 'prod' }), files)).toThrow("Sandbox spec 'spare': cpu:");
  });

  it('are refused if they offer something that does not exist or cannot run on the target', () => {
    expect(() => specsFor(settings({ specs: 'openhands,gone' }))).toThrow(
      "Settings of stage 'dev': specs: there is no sandbox spec 'gone' (only openhands, openhands-local, openhands-x86, reference).",
    );
    expect(() => specsFor(settings({ specs: 'openhands,reference' }))).toThrow(
      "the sandbox spec 'reference' runs only locally.",
    );
  });
});
