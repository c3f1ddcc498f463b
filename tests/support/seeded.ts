import { randomFrom } from '../../scripts/soak/random.ts'

/** Returns random numbers and texts that are the same in every run, so that a failing case can be found again. */
export function seeded(seed: number) {
  const next = randomFrom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  const text = (length: number, alphabet = '0123456789') =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('')
  return { below, text }
}
