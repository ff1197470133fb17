/** The ports of the edge that each lead to the agent server of one task. */
export interface EdgePorts {
  /** @returns undefined when every port is in use, or when sandboxes get none */
  take(): number | undefined;
  /** Takes the port that a task has had since an earlier run. @returns whether the edge holds it */
  claim(port: number): boolean;
  release(port: number): void;
}
