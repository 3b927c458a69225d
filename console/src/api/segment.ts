/** A name as one segment of a path. `.` and `..` would be taken for steps; the service knows them by a DEL behind them, which no name holds. */
export function segment(name: string): string {
  return encodeURIComponent(name).replace(/^\.\.?$/, '$&%7F');
}
