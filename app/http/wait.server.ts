const STEP_MS = 100

/** Asks until the answer is final, or until the limit: then the last answer. For what a job of the worker makes. */
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
