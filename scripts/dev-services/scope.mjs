/** Stops everything that was added to it, even after an interrupted start. */
export class Scope {
  constructor() {
    /** @type {(() => unknown)[]} */
    this.stops = []
    this.closed = false
    this.used = false
  }

  /** @template {{ stop: () => unknown }} T @param {T} resource @returns {T} */
  add(resource) {
    this.used = true
    if (this.closed) void resource.stop()
    else this.stops.push(() => resource.stop())
    return resource
  }

  async close() {
    this.closed = true
    await Promise.allSettled(this.stops.splice(0).map((stop) => stop()))
  }
}
