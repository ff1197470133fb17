interface Point {
  readonly at: number;
  readonly value: number;
}

/** How long points are kept. */
const KEPT_MS = 60 * 60 * 1000;

/** Of one metric. A load test publishes more within the hour than a laptop should remember. */
const MOST_POINTS = 10_000;

/** The metrics that functions publish in their logs, in CloudWatch's embedded format. */
export class PublishedMetrics {
  readonly #points = new Map<string, Point[]>();

  /** Takes the metrics of a line, if it has any. */
  take(line: string): void {
    if (!line.includes('"_aws"')) return;
    const record = parse(line);
    const { Timestamp: at, CloudWatchMetrics: directives } = Object(record?._aws);
    if (typeof at !== 'number' || !Array.isArray(directives)) return;
    for (const { Namespace, Dimensions, Metrics } of directives) {
      for (const names of Dimensions as readonly string[][]) {
        const dimensions = names.map((name): readonly [string, string] => [name, String(record?.[name])]);
        for (const { Name } of Metrics as readonly { readonly Name: string }[]) {
          this.#add(keyOf(Namespace, Name, dimensions), { at, value: Number(record?.[Name]) });
        }
      }
    }
  }

  /** Oldest first. */
  between(
    namespace: string,
    name: string,
    dimensions: Readonly<Record<string, string>>,
    from: Date,
    to: Date,
  ): Point[] {
    const points = this.#points.get(keyOf(namespace, name, Object.entries(dimensions))) ?? [];
    return points.filter(({ at }) => at >= from.getTime() && at < to.getTime());
  }

  /** In place: a copy at each point would cost more with each request of the hour. */
  #add(key: string, point: Point): void {
    const points = this.#points.get(key) ?? [];
    this.#points.set(key, points);
    points.push(point);
    const fresh = points.findIndex(({ at }) => at > point.at - KEPT_MS);
    points.splice(0, Math.max(fresh, points.length - MOST_POINTS));
  }
}

function keyOf(namespace: string, name: string, dimensions: readonly (readonly [string, string])[]): string {
  return JSON.stringify([namespace, name, dimensions.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** @returns undefined for text that a function printed. */
function parse(line: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(line)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
