import { makeRandom } from '../../scripts/soak/random.ts'

/** Returns random numbers and texts that are the same in every run, so that a failing case can be found again. */
export function makeSeededRandom(seed: number) {
  const next = makeRandom(seed)
  const drawBelow = (limit: number) => Math.floor(next() * limit)
  const drawText = (length: number, alphabet = '0123456789') =>
    Array.from({ length }, () => alphabet.charAt(drawBelow(alphabet.length))).join('')
  return { below: drawBelow, text: drawText }
}
