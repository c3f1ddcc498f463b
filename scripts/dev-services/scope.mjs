/** Started services, stopped even when the start is interrupted. */
export class Scope {
  constructor() {
    /** @type {(() => unknown)[]} */
    this.stops = []
    this.closed = false
    /** True when there was anything to stop. */
    this.used = false
  }

  /**
   * @template {{ stop: () => unknown }} T
   * @param {T} thing
   * @returns {T}
   */
  add(thing) {
    this.used = true
    if (this.closed) void thing.stop()
    else this.stops.push(() => thing.stop())
    return thing
  }

  /** Stops all at the same time; a second call does nothing. */
  async close() {
    this.closed = true
    await Promise.allSettled(this.stops.splice(0).map((stop) => stop()))
  }
}
