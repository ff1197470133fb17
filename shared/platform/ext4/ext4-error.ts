/**
 * Why an image cannot be read: it is no ext4 file system, uses a feature that this reader lacks, contradicts itself, or
 * is beyond the bounds of the read.
 */
export type Ext4Problem = 'not_ext4' | 'unsupported' | 'corrupt' | 'too_large' | 'too_slow';

/** The only error that this reader raises by itself. Those of the source of blocks pass through. */
export class Ext4Error extends Error {
  readonly problem: Ext4Problem;

  constructor(problem: Ext4Problem, message: string) {
    super(message);
    this.name = 'Ext4Error';
    this.problem = problem;
  }
}

export function corrupt(what: string): Ext4Error {
  return new Ext4Error('corrupt', `The file system is damaged: ${what}.`);
}

export function unsupported(what: string): Ext4Error {
  return new Ext4Error('unsupported', `The file system uses ${what}, which cannot be read here.`);
}
