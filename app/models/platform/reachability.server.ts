/** How long somebody may wait for what a look at the database finds. */
export const LOOK_MS = 1_000
/** Between two looks at a database that did not answer. */
const PAUSE_MS = 500

export type Reachability = {
  /** Resolves when the database may be asked, with false when it is known not to answer. */
  mayAsk(): Promise<boolean> | true
  /** Something was not answered in time: the database is looked at, once at a time. */
  doubt(): void
  /** Goes up with each outage: connections of before may be dead, though nothing says so. */
  readonly era: number
}

type Options = {
  /** Resolves within LOOK_MS with whether the database answers at all, with an error if need be. */
  look(): Promise<boolean>
  /** Called when it is found not to answer. */
  onAway?(): void
  pause?(ms: number): Promise<void>
}

/**
 * Knows of a database that swallows everything, so that one request waits for the time limits and not each (D123). After
 * a time limit others wait for a look at it; while it does not answer they are told at once, and it is looked at again.
 */
export function watchReachability({ look, onAway = () => undefined, pause = wait }: Options): Reachability {
  let isAway = false
  let era = 0
  let looking: Promise<boolean> | undefined

  async function lookOnce(): Promise<boolean> {
    const answers = await look()
    looking = undefined
    if (answers) {
      isAway = false
      return true
    }
    if (!isAway) {
      isAway = true
      era += 1
      onAway()
    }
    void pause(PAUSE_MS).then(doubt)
    return false
  }

  function doubt(): void {
    looking ??= lookOnce()
  }

  return {
    mayAsk: () => (isAway ? Promise.resolve(false) : (looking ?? true)),
    doubt,
    get era() {
      return era
    },
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
