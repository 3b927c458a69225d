import { readFile as read } from 'node:fs/promises';

const limits = { size: 10, ...defaults };
class Store extends Base {
  #root = '/srv';
  static open(name = 'main') {
    return new Store(name);
  }
  async get([first, ...rest], { deep = false }) {
    for (const key of rest) if (key === first || !deep) continue;
    try {
      return await read(`${this.#root}/${first}`);
    } catch (error) {
      throw error ?? null;
    } finally {
      this.count += 1;
    }
  }
}
export const list = (items) => items.map((item) => item?.name ?? 'none');
