export type Options = {
  names: string[]
  profile: boolean
  million: boolean
  publications: number
  /** true in tests of the bench, whose figures mean nothing */
  short: boolean
}

const knownFlags = ['--profile', '--million', '--short']
const publicationsFlag = '--publications='
const USUAL_PUBLICATIONS = 200

export function readOptions(commandArguments: readonly string[]): Options {
  const flags = commandArguments.filter((word) => word.startsWith('--'))
  const unknownFlag = flags.find((flag) => !knownFlags.includes(flag) && !flag.startsWith(publicationsFlag))
  if (unknownFlag)
    throw new Error(`no option "${unknownFlag}": ${knownFlags.join(', ')}, ${publicationsFlag}N`)
  const publicationCount = Number(
    flags.find((flag) => flag.startsWith(publicationsFlag))?.slice(publicationsFlag.length),
  )
  return {
    names: commandArguments.filter((word) => !word.startsWith('--')),
    profile: flags.includes('--profile'),
    short: flags.includes('--short'),
    million: flags.includes('--million'),
    publications:
      Number.isInteger(publicationCount) && publicationCount > 0 ? publicationCount : USUAL_PUBLICATIONS,
  }
}
