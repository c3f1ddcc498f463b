export type Priority = 'reserved' | 'usual'

/** Providers send bursts and stop calling after some rejections, so webhooks wait longer than pages. */
const WEBHOOK_WAIT_MS = 10_000
const WEBHOOKS_AT_ONCE = 8
const MAX_WAITING_WEBHOOKS = 1_000

/** Returns the admission of webhooks, which only store a row and must not wait for pages. */
export function makeWebhookRoom(): Admission {
  return new Admission({ max: WEBHOOKS_AT_ONCE, waitMs: WEBHOOK_WAIT_MS, maxWaiting: MAX_WAITING_WEBHOOKS })
}

/** How long a request may wait: long enough for a burst to end, but not for an overload. */
export const WAIT_MS = 500
const RESERVED_SHARE = 1 / 4
/** The share of `max` that one client may use at once. */
const CLIENT_SHARE = 1 / 2

type Options = {
  max: number
  /** true while the event loop is slow; then no `usual` request is admitted */
  isLagging?(): boolean
  waitMs?: number
  /** limit of waiting requests, for each priority and for each client; `max` by default */
  maxWaiting?: number
}
type WaitingRequest = { settle(isAdmitted: boolean): void }
type Client = { activeCount: number; queue: Set<WaitingRequest> }

/** Admits `max` requests at once. A quarter is kept for `reserved` requests, which also precede others. */
export class Admission {
  readonly #options: Required<Options>
  readonly #queues: Record<Priority, Set<WaitingRequest>> = { reserved: new Set(), usual: new Set() }
  readonly #clients = new Map<string, Client>()
  #inProgressCount = 0
  #rejectedCount = 0

  constructor({ max, isLagging = () => false, waitMs = WAIT_MS, maxWaiting = max }: Options) {
    this.#options = { max, isLagging, waitMs, maxWaiting }
  }

  get figures(): { inProgress: number; waitingCount: number; rejectedCount: number } {
    const waitingCount = this.#queues.reserved.size + this.#queues.usual.size
    return { inProgress: this.#inProgressCount, waitingCount, rejectedCount: this.#rejectedCount }
  }

  /** Each second, calls `report` with the number of new rejections, if there are any. */
  reportEachSecond(report: (count: number) => void): void {
    let reportedCount = 0
    setInterval(() => {
      if (this.#rejectedCount > reportedCount) report(this.#rejectedCount - reportedCount)
      reportedCount = this.#rejectedCount
    }, 1_000).unref()
  }

  /** Returns true and counts a rejection if `admit` would find neither room nor a place to wait. */
  turnsAway(priority: Priority): boolean {
    if (!this.#isFull(priority)) return false
    this.#rejectedCount += 1
    return true
  }

  /** Returns a function that frees the room and must be called once; undefined if there is no room. */
  async admit(priority: Priority, client?: string): Promise<(() => void) | undefined> {
    if (client === undefined) return this.#enterRoom(priority)
    if (!(await this.#enterClientShare(client))) {
      this.#rejectedCount += 1
      return undefined
    }
    const leaveRoom = await this.#enterRoom(priority)
    if (!leaveRoom) {
      this.#leaveClientShare(client)
      return undefined
    }
    return () => {
      leaveRoom()
      this.#leaveClientShare(client)
    }
  }

  async #enterRoom(priority: Priority): Promise<(() => void) | undefined> {
    if (this.turnsAway(priority)) return undefined
    if (this.#hasRoom(priority)) this.#inProgressCount += 1
    else if (!(await this.#wait(this.#queues[priority]))) {
      this.#rejectedCount += 1
      return undefined
    }
    return () => this.#leaveRoom()
  }

  async #enterClientShare(client: string): Promise<boolean> {
    const share = this.#clients.get(client) ?? { activeCount: 0, queue: new Set() }
    this.#clients.set(client, share)
    // A client beyond its share waits for its own requests, so that others are still served.
    if (share.activeCount >= Math.ceil(this.#options.max * CLIENT_SHARE))
      return share.queue.size < this.#options.maxWaiting && this.#wait(share.queue)
    share.activeCount += 1
    return true
  }

  #leaveClientShare(client: string): void {
    const share = this.#clients.get(client)
    const [nextRequest] = share?.queue ?? []
    // The client's next request takes over the place, so the count stays the same.
    if (nextRequest) nextRequest.settle(true)
    else if (share && share.activeCount > 1) share.activeCount -= 1
    else this.#clients.delete(client)
  }

  #hasRoom(priority: Priority): boolean {
    const { max } = this.#options
    const limit = priority === 'reserved' ? max : Math.floor(max * (1 - RESERVED_SHARE))
    return this.#inProgressCount < limit && !this.#isLagTooHigh(priority)
  }

  #isFull(priority: Priority): boolean {
    if (this.#hasRoom(priority)) return false
    return this.#queues[priority].size >= this.#options.maxWaiting || this.#isLagTooHigh(priority)
  }

  #isLagTooHigh(priority: Priority): boolean {
    return priority === 'usual' && this.#options.isLagging()
  }

  #wait(queue: Set<WaitingRequest>): Promise<boolean> {
    const { waitMs } = this.#options
    return new Promise((resolve) => {
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer)
        queue.delete(waitingRequest)
        resolve(isAdmitted)
      }
      const waitingRequest = { settle }
      const timer = setTimeout(() => settle(false), waitMs)
      queue.add(waitingRequest)
    })
  }

  #leaveRoom(): void {
    this.#inProgressCount -= 1
    for (const priority of ['reserved', 'usual'] as const) {
      const [nextRequest] = this.#queues[priority]
      if (!nextRequest || !this.#hasRoom(priority)) continue
      this.#inProgressCount += 1
      nextRequest.settle(true)
      break
    }
  }
}
