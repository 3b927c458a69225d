import { ServiceError } from '../../kernel/errors.ts';
import type { Caller } from '../model/caller.ts';
import { type ListedPackage, type OrderedPackages, orderPackages } from './package-order.ts';
import type { ScanStore } from './store.ts';
import { isFinished } from './wait-for-scan.ts';

export interface PackageQuery {
  /** Part of the name, in any case (ASCII). */
  text?: string | undefined;
  vulnerable: boolean;
  /** How many that match were on earlier pages. */
  from: number;
  limit: number;
}

export interface PackagePage {
  items: Array<ListedPackage & { path?: string[] }>;
  /** How many match on all pages. */
  total: number;
  /** More packages than a scan keeps. */
  truncated: boolean;
}

type PackageStore = Pick<ScanStore, 'find' | 'findings' | 'inventory'>;

/** The packages of a scan, a page at a time. A finished scan never changes, so that the lists of the last few are kept. */
export class ScanPackages {
  static readonly #kept = 2;

  readonly #store: PackageStore;
  readonly #lists = new Map<string, Promise<OrderedPackages>>();

  constructor(store: PackageStore) {
    this.#store = store;
  }

  async list({ tenantId }: Caller, scanId: string, query: PackageQuery): Promise<PackagePage> {
    const scan = await this.#store.find(tenantId, scanId);
    if (scan === undefined) throw new ServiceError('scan_not_found');
    if (!isFinished(scan)) throw new ServiceError('scan_not_finished');
    const { packages, truncated, pathTo } = await this.#ordered(scanId);
    const text = asciiLower(query.text ?? '');
    const wanted = packages.filter(
      ({ name, vulnIds }) => (!query.vulnerable || vulnIds !== undefined) && asciiLower(name).includes(text),
    );
    const items = wanted.slice(query.from, query.from + query.limit).map((one) => {
      const path = pathTo(one.purl);
      return { ...one, ...(path && { path }) };
    });
    return { items, total: wanted.length, truncated };
  }

  #ordered(scanId: string): Promise<OrderedPackages> {
    const list = this.#lists.get(scanId) ?? this.#read(scanId);
    // Whoever was asked for last is the last to go.
    this.#lists.delete(scanId);
    this.#lists.set(scanId, list);
    list.catch(() => this.#lists.delete(scanId));
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > ScanPackages.#kept) this.#lists.delete(oldest!);
    return list;
  }

  async #read(scanId: string): Promise<OrderedPackages> {
    const inventory = (await this.#store.inventory(scanId)) ?? { packages: [], truncated: false };
    const findings = inventory.packages.length === 0 ? [] : (await this.#store.findings(scanId)).findings;
    return orderPackages(inventory, findings);
  }
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
