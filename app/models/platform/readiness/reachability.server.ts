export const PROBE_MS = 1_000
/** Pause between two checks of a database that is down. */
const PAUSE_MS = 500

export type Reachability = {
  isReachable(): Promise<boolean> | true
  reportFailure(): void
  /** number of outages so far; connections from before the last outage may be dead */
  readonly era: number
}

type Options = {
  probe(): Promise<boolean>
  onAway?(): void
  pause?(ms: number): Promise<void>
}

/**
 * Detects that the database is down, because only one request should wait for the time limit. After a timeout, all
 * requests wait for one check. If it fails, requests fail immediately until a repeated check succeeds.
 */
export function watchReachability({ probe, onAway = () => undefined, pause = wait }: Options): Reachability {
  let isAway = false
  let era = 0
  let runningProbe: Promise<boolean> | undefined

  async function probeOnce(): Promise<boolean> {
    const hasAnswered = await probe()
    runningProbe = undefined
    if (hasAnswered) {
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
    isReachable() {
      if (isAway) return Promise.resolve(false)
      return runningProbe ?? true
    },
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
