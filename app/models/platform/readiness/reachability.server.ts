export const LOOK_MS = 1_000
/** Between two looks at a database that did not answer. */
const PAUSE_MS = 500

export type Reachability = {
  mayAsk(): Promise<boolean> | true
  doubt(): void
  /** Goes up with each outage: connections of before may be dead. */
  readonly era: number
}

type Options = {
  look(): Promise<boolean>
  onAway?(): void
  pause?(ms: number): Promise<void>
}

/**
 * Knows of a database that swallows everything, so that one request waits for the time limits and not each (D123). After
 * a time limit others wait for a look at it; while it does not answer they know so at once, and it is looked at again.
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
