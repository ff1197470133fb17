import type { GitProvider } from '../../../../contract/shapes/enums.ts';
import type { OwnSpecFinder } from '../../../sandboxes/own-specs/offered-spec.ts';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';
import type { WorkspaceSnapshot } from '../../../sandboxes/record/workspace-snapshot.ts';
import type { SandboxSpecs } from '../../../sandboxes/specs/sandbox-specs.ts';

/** What a start clones into a new sandbox. */
export interface WantedWorkspace {
  readonly repository: string;
  readonly gitProvider: GitProvider | null;
  readonly branch: string | null;
  readonly specId: string;
  /** Of the version of an owner's spec, as another version can have another image. Null for deployed specs. */
  readonly ownFamily: string | null;
  /** The largest snapshot that fits on the disk. */
  readonly gigabytes: number;
}

/** A build of a prebuild, from which a start begins instead of cloning. */
export interface PreparedStart {
  readonly snapshot: WorkspaceSnapshot;
  readonly prepared: NonNullable<Sandbox['prepared']>;
}

export interface PreparedDeps extends OwnSpecFinder {
  /** Never throws: without a build, a start clones. Absent for starts that never begin from a build. */
  readonly findPrepared?: (ownerId: string, wanted: WantedWorkspace) => Promise<PreparedStart | undefined>;
  readonly specs: Pick<SandboxSpecs, 'find' | 'getOrDefault'>;
}
