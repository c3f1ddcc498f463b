export const PROBE_MS = 1_000
/** The pause in milliseconds between two checks of a database that is down. */
const PAUSE_MS = 500

export type Reachability = {
  isReachable(): Promise<boolean> | true
  reportFailure(): void
  /** number of outages so far; connections opened before the last one may be dead */
  readonly era: number
}

type Options = {
  probe(): Promise<boolean>
  onAway?(): void
  pause?(ms: number): Promise<void>
}

/**
 * Detects that the database is down, so that one request waits for the time limit and the others fail at
 * once. After a timeout, requests wait for one check, which repeats until the database answers.
 */
export function watchReachability({ probe, onAway = () => undefined, pause = wait }: Options): Reachability {
  let isAway = false
  let era = 0
  let runningProbe: Promise<boolean> | undefined

  async function probeOnce(): Promise<boolean> {
    const answers = await probe()
    runningProbe = undefined
    if (answers) {
      isAway = false
      return true
    }
    if (!isAway) {
      isAway = true
      era += 1
      onAway()
    }
    void pause(PAUSE_MS).then(startProbe)
    return false
  }

  function startProbe(): void {
    runningProbe ??= probeOnce()
  }

  return {
    isReachable: () => (isAway ? Promise.resolve(false) : (runningProbe ?? true)),
    reportFailure: startProbe,
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
