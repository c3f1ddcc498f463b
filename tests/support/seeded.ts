/** A small generator (mulberry32): the same numbers in every run, so a failing case can be found again. */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const text = (length: number, alphabet = '0123456789') =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('')
  return { below, text }
}
