/** An answer that is a span of whole numbers: a number from `from` to `to` equals it. */
export class Range {
  constructor(
    readonly from: number,
    readonly to: number,
  ) {}

  has(value: unknown): boolean {
    return typeof value === 'number' && Number.isInteger(value) && value >= this.from && value <= this.to
  }
}
