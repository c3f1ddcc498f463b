type Texts = Readonly<Record<string, string>>

/** Name of the hidden field with digests of the texts that the form showed when it was opened. */
export const seenField = 'form_seen'

/** Returns a short digest of each text, joined: 'phone=1x9f3k nickname=0'. */
export function digestTexts(texts: Texts): string {
  return Object.entries(texts)
    .map(([name, text]) => `${name}=${digest(text)}`)
    .join(' ')
}

/** Returns true if `stored` differs from the texts that the form showed; a form without digests showed none. */
export function isStale(seen: string, stored: Texts): boolean {
  const shown = digestsIn(seen)
  return shown.size === 0 || [...shown].some(([name, value]) => value !== digest(stored[name] ?? ''))
}

export function untouchedFields(seen: string, typed: Texts): ReadonlySet<string> {
  const same = [...digestsIn(seen)].filter(([name, value]) => value === digest(typed[name] ?? ''))
  return new Set(same.map(([name]) => name))
}

export function changedFields(seen: string, stored: Texts): ReadonlySet<string> {
  const others = [...digestsIn(seen)].filter(([name, value]) => value !== digest(stored[name] ?? ''))
  return new Set(others.map(([name]) => name))
}

function digestsIn(seen: string): Map<string, string> {
  const pairs = seen.split(' ').flatMap((pair): [string, string][] => {
    const at = pair.lastIndexOf('=')
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : []
  })
  return new Map(pairs)
}

/** Returns a 32-bit FNV-1a hash; ignores surrounding spaces and kinds of line ends. */
function digest(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (const unit of text.replace(/\r\n?/g, '\n').trim()) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01_00_01_93)
  }
  return (hash >>> 0).toString(36)
}
