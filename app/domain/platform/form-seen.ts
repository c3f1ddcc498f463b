type Texts = Readonly<Record<string, string>>

/** The hidden field with digests of the texts that the form displayed. */
export const digestField = 'form_seen'

/** Returns a short digest of each text, joined: 'phone=1x9f3k nickname=0'. */
export function digestTexts(texts: Texts): string {
  return Object.entries(texts)
    .map(([name, text]) => `${name}=${hashText(text)}`)
    .join(' ')
}

/** Returns whether stored texts differ from those that the form displayed, also if the form sent no digests. */
export function hasChangedTexts(seenDigests: string, storedTexts: Texts): boolean {
  const shownDigests = parseDigests(seenDigests)
  return (
    shownDigests.size === 0 ||
    [...shownDigests].some(([name, digest]) => digest !== hashText(storedTexts[name] ?? ''))
  )
}

/** Returns the fields whose typed text equals the text that the form displayed. */
export function listUntouchedFields(seenDigests: string, typedTexts: Texts): ReadonlySet<string> {
  const untouchedPairs = [...parseDigests(seenDigests)].filter(
    ([name, digest]) => digest === hashText(typedTexts[name] ?? ''),
  )
  return new Set(untouchedPairs.map(([name]) => name))
}

/** Returns the fields whose stored text has changed since the form displayed it. */
export function listChangedFields(seenDigests: string, storedTexts: Texts): ReadonlySet<string> {
  const changedPairs = [...parseDigests(seenDigests)].filter(
    ([name, digest]) => digest !== hashText(storedTexts[name] ?? ''),
  )
  return new Set(changedPairs.map(([name]) => name))
}

function parseDigests(seenDigests: string): Map<string, string> {
  const pairs = seenDigests.split(' ').flatMap((pair): [string, string][] => {
    const equalsIndex = pair.lastIndexOf('=')
    return equalsIndex > 0 ? [[pair.slice(0, equalsIndex), pair.slice(equalsIndex + 1)]] : []
  })
  return new Map(pairs)
}

/** Returns a 32-bit FNV-1a hash. Ignores surrounding spaces and kinds of line ends. */
function hashText(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (const character of text.replace(/\r\n?/g, '\n').trim()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  }
  return (hash >>> 0).toString(36)
}
