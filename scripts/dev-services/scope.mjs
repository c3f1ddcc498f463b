/** Stops everything that was added to it, even after an interrupted start. */
export class Scope {
  constructor() {
    /** @type {(() => unknown)[]} */
    this.stops = []
    this.closed = false
    this.used = false
  }

  /** @template {{ stop: () => unknown }} T @param {T} thing @returns {T} */
  add(thing) {
    this.used = true
    if (this.closed) void thing.stop()
    else this.stops.push(() => thing.stop())
    return thing
  }

  async close() {
    this.closed = true
    await Promise.allSettled(this.stops.splice(0).map((stop) => stop()))
  }
}
