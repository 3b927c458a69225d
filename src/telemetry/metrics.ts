/** Upper bounds in seconds; one more bucket holds what is slower than all of them. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

interface RouteCounts {
  labels: string;
  requests: number;
  seconds: number;
  buckets: number[];
}

interface Gauge {
  name: string;
  help: string;
  read: () => number | Promise<number>;
}

/**
 * What `/metrics` tells, in the text format of Prometheus. Counting is on the path of every request, so that it is a few
 * additions; the text is made when somebody reads it. Each application has its own, so that several live in one process.
 */
export class Metrics {
  readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';
  /** By method, route and status. Looking up three short words is cheaper than joining them into one. */
  readonly #routes = new Map<string, Map<string, Map<number, RouteCounts>>>();
  readonly #gauges: Gauge[] = [];
  readonly #counters = new Map<string, { help: string; values: Map<string, number> }>();

  constructor() {
    this.observe('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
    this.observe('process_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed);
    this.observe('process_uptime_seconds', 'Time since the process started.', () => process.uptime());
    this.observe('process_cpu_seconds', 'Processor time used since the start.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
  }

  /** Counts one answered request. The route is its pattern: the number of different ones must stay small. */
  countRequest(method: string, route: string, status: number, seconds: number): void {
    const counts =
      this.#routes.get(method)?.get(route)?.get(status) ?? this.#addCounts(method, route, status);
    counts.requests++;
    counts.seconds += seconds;
    let bucket = 0;
    while (seconds > bounds[bucket]!) bucket++;
    counts.buckets[bucket]!++;
  }

  #addCounts(method: string, route: string, status: number): RouteCounts {
    const labels = `method="${quote(method)}",route="${quote(route)}",status="${status}"`;
    const buckets = new Array<number>(bounds.length + 1).fill(0);
    const counts = { labels, requests: 0, seconds: 0, buckets };
    const ofMethod = this.#routes.get(method) ?? new Map<string, Map<number, RouteCounts>>();
    const ofRoute = ofMethod.get(route) ?? new Map<number, RouteCounts>();
    this.#routes.set(method, ofMethod.set(route, ofRoute.set(status, counts)));
    return counts;
  }

  /** A number that is asked for only when somebody reads the metrics. */
  observe(name: string, help: string, read: () => number | Promise<number>): void {
    this.#gauges.push({ name, help, read });
  }

  /** Counts one of something. The values of labels come from a small fixed set. */
  count(name: string, help: string, labels: Record<string, string>): void {
    const counter = this.#counters.get(name) ?? { help, values: new Map<string, number>() };
    const key = Object.entries(labels)
      .map(([label, value]) => `${label}="${quote(value)}"`)
      .join(',');
    counter.values.set(key, (counter.values.get(key) ?? 0) + 1);
    this.#counters.set(name, counter);
  }

  async text(): Promise<string> {
    const routes = [...this.#routes.values()].flatMap((ofMethod) =>
      [...ofMethod.values()].flatMap((ofRoute) => [...ofRoute.values()]),
    );
    const gauges = await Promise.all(
      this.#gauges.map(async ({ name, help, read }) => {
        // What cannot be read now, such as the length of a queue while its database is away, must not hide everything else.
        const value = await Promise.resolve()
          .then(read)
          .catch(() => Number.NaN);
        return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
      }),
    );
    return [
      '# HELP lorekeep_http_requests_total Requests answered, by route and status.',
      '# TYPE lorekeep_http_requests_total counter',
      ...routes.map(({ labels, requests }) => `lorekeep_http_requests_total{${labels}} ${requests}`),
      '# HELP lorekeep_http_request_duration_seconds Time from the head of a request to the sending of its answer.',
      '# TYPE lorekeep_http_request_duration_seconds histogram',
      ...routes.flatMap(describeDurations),
      ...[...this.#counters].flatMap(([name, { help, values }]) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} counter`,
        ...[...values].map(([labels, value]) => `${name}{${labels}} ${value}`),
      ]),
      ...gauges.flat(),
      '',
    ].join('\n');
  }
}

function describeDurations({ labels, requests, seconds, buckets }: RouteCounts): string[] {
  const name = 'lorekeep_http_request_duration_seconds';
  let below = 0;
  return [
    ...bounds.map((bound, i) => {
      below += buckets[i]!;
      return `${name}_bucket{${labels},le="${bound}"} ${below}`;
    }),
    `${name}_bucket{${labels},le="+Inf"} ${requests}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${requests}`,
  ];
}

function quote(value: string): string {
  return value.replace(/[\\"\n]/g, (unit) => (unit === '\n' ? '\\n' : `\\${unit}`));
}
