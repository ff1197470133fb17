/** Why a step of the run failed, in a sentence for the person who runs it. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

/** The reason with which a run is stopped by its user. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor() {
    super('The run was interrupted.');
  }
}
