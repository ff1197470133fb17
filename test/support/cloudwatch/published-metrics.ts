/** A metric as it stands in a template. */
export interface MetricReference {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

interface Datapoint {
  readonly at: number;
  readonly value: number;
}

/**
 * What was published, by namespace, name and function, such as `AWS/Lambda/Errors` and
 * `AWS/Lambda/Errors of get-sandbox`. Other dimensions do not tell figures apart here. Times are minutes.
 */
export class PublishedMetrics {
  readonly #points = new Map<string, Datapoint[]>();

  publish(name: string, at: number, value: number): void {
    const points = this.#points.get(name) ?? [];
    this.#points.set(name, [...points, { at, value }]);
  }

  /** @returns undefined when nothing was published in the period */
  statistic(metric: MetricReference, statistic: string, from: number, until: number): number | undefined {
    const values = (this.#points.get(nameOf(metric)) ?? [])
      .filter(({ at }) => at >= from && at < until)
      .map(({ value }) => value);
    if (values.length === 0) return undefined;
    const sum = values.reduce((total, value) => total + value, 0);
    const statistics: Readonly<Record<string, number>> = {
      Sum: sum,
      Average: sum / values.length,
      SampleCount: values.length,
      Maximum: Math.max(...values),
      // Of so few values, the slowest in a hundred is the slowest.
      p99: Math.max(...values),
    };
    const result = statistics[statistic];
    if (result === undefined) throw new Error(`the statistic ${statistic} is not known`);
    return result;
  }
}

function nameOf({ Namespace, MetricName, Dimensions = [] }: MetricReference): string {
  const fn = Dimensions.find(({ Name }) => Name === 'FunctionName')?.Value;
  const id = fn === undefined ? '' : ` of ${String(fn).replace('agent-conversations-prod-', '')}`;
  return `${Namespace}/${MetricName}${id}`;
}
