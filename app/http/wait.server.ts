const STEP_MS = 100

/** Calls `ask` until the answer is final. Returns the last answer at the time limit. */
export async function waitUntil<T>(
  ask: () => Promise<T>,
  isFinal: (answer: T) => boolean,
  limitMs: number,
): Promise<T> {
  const end = Date.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (isFinal(answer) || Date.now() >= end) return answer
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}
