export type Options = {
  names: string[]
  profile: boolean
  million: boolean
  publications: number
  /** true in tests of the bench, whose figures mean nothing */
  short: boolean
}

const known = ['--profile', '--million', '--short']
const catalogue = '--publications='
const usualPublications = 200

export function readOptions(words: readonly string[]): Options {
  const flags = words.filter((word) => word.startsWith('--'))
  const unknown = flags.find((flag) => !known.includes(flag) && !flag.startsWith(catalogue))
  if (unknown) throw new Error(`no option "${unknown}": ${known.join(', ')}, ${catalogue}N`)
  const size = Number(flags.find((flag) => flag.startsWith(catalogue))?.slice(catalogue.length))
  return {
    names: words.filter((word) => !word.startsWith('--')),
    profile: flags.includes('--profile'),
    short: flags.includes('--short'),
    million: flags.includes('--million'),
    publications: Number.isInteger(size) && size > 0 ? size : usualPublications,
  }
}
