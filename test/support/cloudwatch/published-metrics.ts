/** A metric in a template. */
export interface MetricReference {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

/**
 * Published metrics by namespace, name and function, such as `AWS/Lambda/Errors` and
 * `AWS/Lambda/Errors of get-sandbox`. Other dimensions are ignored. Times are minutes.
 */
export class PublishedMetrics {
  /** The values of each minute. */
  readonly #published = new Map<string, Map<number, number[]>>();

  publish(name: string, minute: number, value: number): void {
    const minutes = this.#published.get(name) ?? new Map<number, number[]>();
    this.#published.set(name, minutes);
    minutes.set(minute, [...(minutes.get(minute) ?? []), value]);
  }

  /** @returns undefined when nothing was published from the one minute until before the other */
  statistic(metric: MetricReference, statistic: string, from: number, until: number): number | undefined {
    const minutes = this.#published.get(nameOf(metric));
    const values: number[] = [];
    for (let minute = from; minutes && minute < until; minute += 1) values.push(...(minutes.get(minute) ?? []));
    if (values.length === 0) return undefined;
    const sum = values.reduce((total, value) => total + value, 0);
    const statistics: Readonly<Record<string, number>> = {
      Sum: sum,
      Average: sum / values.length,
      SampleCount: values.length,
      Maximum: Math.max(...values),
      // With so few values, the 99th percentile is the maximum.
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
