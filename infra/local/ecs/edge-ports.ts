/** The ports of the edge that each lead to the agent server of one sandbox. */
export interface EdgePorts {
  /**
   * The port of a sandbox, `<owner>/<sandbox>`, which keeps it for its life.
   *
   * @returns undefined when every port belongs to another sandbox, or when sandboxes get none
   */
  take(sandbox: string): Promise<number | undefined>;
  /** Takes the port that a task has had since an earlier run. @returns whether the edge holds it */
  claim(port: number): boolean;
  /** Called at the end of a task. */
  release(port: number): void;
}
