/** A result that matches any expected whole number from `from` to `to`. */
export class Range {
  constructor(
    readonly from: number,
    readonly to: number,
  ) {}

  has(value: unknown): boolean {
    return typeof value === 'number' && Number.isInteger(value) && value >= this.from && value <= this.to
  }
}
