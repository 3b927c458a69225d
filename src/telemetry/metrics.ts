import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What `/metrics` tells. Each application has its own registry, so that several live in one process. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Counter({
    name: 'lorekeep_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  });
  readonly durations = new Histogram({
    name: 'lorekeep_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [this.registry],
  });

  constructor() {
    this.observe('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
    this.observe('process_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed);
    this.observe('process_uptime_seconds', 'Time since the process started.', () => process.uptime());
    this.observe('process_cpu_seconds', 'Processor time used since the start.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
  }

  /** A number that is asked for only when somebody reads the metrics. */
  observe(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        this.set(await read());
      },
    });
  }

  text(): Promise<string> {
    return this.registry.metrics();
  }
}
