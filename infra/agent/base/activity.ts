/** The time of the last activity. The control plane pauses idle sandboxes. */
export class Activity {
  private readonly startedAt = performance.now();
  private lastAt = this.startedAt;

  touch(): void {
    this.lastAt = performance.now();
  }

  get uptimeSeconds(): number {
    return secondsSince(this.startedAt);
  }

  get idleSeconds(): number {
    return secondsSince(this.lastAt);
  }
}

function secondsSince(milliseconds: number): number {
  return Math.floor((performance.now() - milliseconds) / 1000);
}
