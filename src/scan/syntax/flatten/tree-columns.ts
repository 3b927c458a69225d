/** The growing columns that a tree is flattened into; reused from file to file and copied to size at the end. */
export class TreeColumns {
  count = 0;
  /** At least as deep as the deepest node: hidden nodes count, too. */
  depth = 0;
  symbol = new Uint16Array(1 << 14);
  field = new Uint8Array(1 << 14);
  start = new Uint32Array(1 << 14);
  end = new Uint32Array(1 << 14);
  skip = new Uint32Array(1 << 14);
  parent = new Int32Array(1 << 14);
  named = new Uint8Array(1 << 14);

  grow(): void {
    const size = this.symbol.length * 2;
    const larger = <T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.symbol = larger(this.symbol, new Uint16Array(size));
    this.field = larger(this.field, new Uint8Array(size));
    this.start = larger(this.start, new Uint32Array(size));
    this.end = larger(this.end, new Uint32Array(size));
    this.skip = larger(this.skip, new Uint32Array(size));
    this.parent = larger(this.parent, new Int32Array(size));
    this.named = larger(this.named, new Uint8Array(size));
  }
}
