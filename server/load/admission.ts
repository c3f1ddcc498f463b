export type Priority = 'reserved' | 'usual'

/** Bursts of a provider, which stops to call after some refusals, are over in seconds. */
const WEBHOOK_WAIT_MS = 10_000
const WEBHOOKS_AT_ONCE = 8
const MAX_WAITING_WEBHOOKS = 1_000

/** Room of calls that only store a row; they wait for nobody else (D155). */
export function webhookRoom(): Admission {
  return new Admission({ max: WEBHOOKS_AT_ONCE, waitMs: WEBHOOK_WAIT_MS, maxWaiting: MAX_WAITING_WEBHOOKS })
}

/** In which a request that found no room may still get one: a burst is over by then, an overload is not. */
export const WAIT_MS = 500
const RESERVED_SHARE = 1 / 4
/** Share of the room for one network. */
const CLIENT_SHARE = 1 / 2

type Options = {
  /** requests worked on at once */
  max: number
  /** true while the event loop is late */
  isLagging?(): boolean
  waitMs?: number
  /** requests that wait at once, of all and of one client; `max` where left out */
  maxWaiting?: number
}
type Waiting = { enter(isAdmitted: boolean): void }
type Client = { held: number; behind: Set<Waiting> }

/**
 * Lets at most `max` requests in at once, a quarter of them for `reserved` alone; as many may wait for `waitMs`, those
 * who buy first (D114). While the event loop is late nobody else gets in. A client whose requests hold or await half of the
 * room waits for itself, so that one alone cannot turn all others away.
 */
export class Admission {
  readonly #options: Required<Options>
  readonly #waiting: Record<Priority, Set<Waiting>> = { reserved: new Set(), usual: new Set() }
  readonly #clients = new Map<string, Client>()
  #inProgress = 0
  #rejected = 0

  constructor({ max, isLagging = () => false, waitMs = WAIT_MS, maxWaiting = max }: Options) {
    this.#options = { max, isLagging, waitMs, maxWaiting }
  }

  get figures(): { inProgress: number; waiting: number; rejected: number } {
    const waiting = this.#waiting.reserved.size + this.#waiting.usual.size
    return { inProgress: this.#inProgress, waiting, rejected: this.#rejected }
  }

  /** Calls `report` each second in which requests were turned away, with how many. */
  reportEachSecond(report: (count: number) => void): void {
    let known = 0
    setInterval(() => {
      if (this.#rejected > known) report(this.#rejected - known)
      known = this.#rejected
    }, 1_000).unref()
  }

  /** True, and counted, where `enter` would find neither room nor a place to wait. */
  turnsAway(priority: Priority): boolean {
    if (!this.#isFull(priority)) return false
    this.#rejected += 1
    return true
  }

  /** Gives the function that makes room again, to be called once; undefined where there is no room. */
  async enter(priority: Priority, client?: string): Promise<(() => void) | undefined> {
    if (client === undefined) return this.#enterAny(priority)
    if (!(await this.#takeShare(client))) {
      this.#rejected += 1
      return undefined
    }
    const leave = await this.#enterAny(priority)
    if (!leave) this.#giveShare(client)
    return (
      leave &&
      (() => {
        leave()
        this.#giveShare(client)
      })
    )
  }

  async #enterAny(priority: Priority): Promise<(() => void) | undefined> {
    if (this.turnsAway(priority)) return undefined
    if (this.#hasRoom(priority)) this.#inProgress += 1
    else if (!(await this.#wait(this.#waiting[priority]))) {
      this.#rejected += 1
      return undefined
    }
    return () => this.#leave()
  }

  async #takeShare(client: string): Promise<boolean> {
    const own = this.#clients.get(client) ?? { held: 0, behind: new Set() }
    this.#clients.set(client, own)
    if (own.held >= Math.ceil(this.#options.max * CLIENT_SHARE))
      return own.behind.size < this.#options.maxWaiting && this.#wait(own.behind)
    own.held += 1
    return true
  }

  /** To the client's next one, which holds it from then on. */
  #giveShare(client: string): void {
    const own = this.#clients.get(client)
    const [next] = own?.behind ?? []
    if (next) next.enter(true)
    else if (own && own.held > 1) own.held -= 1
    else this.#clients.delete(client)
  }

  #hasRoom(priority: Priority): boolean {
    const { max } = this.#options
    const limit = priority === 'reserved' ? max : Math.floor(max * (1 - RESERVED_SHARE))
    return this.#inProgress < limit && !this.#isTooLate(priority)
  }

  #isFull(priority: Priority): boolean {
    if (this.#hasRoom(priority)) return false
    return this.#waiting[priority].size >= this.#options.maxWaiting || this.#isTooLate(priority)
  }

  #isTooLate(priority: Priority): boolean {
    return priority === 'usual' && this.#options.isLagging()
  }

  #wait(line: Set<Waiting>): Promise<boolean> {
    const { waitMs } = this.#options
    return new Promise((resolve) => {
      const enter = (isAdmitted: boolean) => {
        clearTimeout(timer)
        line.delete(waiting)
        resolve(isAdmitted)
      }
      const waiting = { enter }
      const timer = setTimeout(() => enter(false), waitMs)
      line.add(waiting)
    })
  }

  #leave(): void {
    this.#inProgress -= 1
    for (const priority of ['reserved', 'usual'] as const) {
      const [first] = this.#waiting[priority]
      if (!first || !this.#hasRoom(priority)) continue
      this.#inProgress += 1
      first.enter(true)
      break
    }
  }
}
