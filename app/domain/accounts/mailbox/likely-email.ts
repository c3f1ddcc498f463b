/** Mailbox providers in Brazil, most used first. Among equally near providers, the first is suggested. */
const providers = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com.br',
  'icloud.com',
  'live.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'yahoo.com',
  'outlook.com.br',
  'msn.com',
  'globo.com',
  'globomail.com',
  'ig.com.br',
  'r7.com',
  'zipmail.com.br',
  'oi.com.br',
  'me.com',
  'proton.me',
  'protonmail.com',
]

/** Existing domains that resemble one of the providers. */
const similarDomains = new Set([
  'email.com',
  'mail.com',
  'ymail.com',
  'gmx.com',
  'aol.com',
  'googlemail.com',
  'hotmail.com.br',
  'live.com.br',
  'live.com.pt',
  'hotmail.co.uk',
  'yahoo.co.uk',
  'yahoo.com.ar',
  'yahoo.com.mx',
  'terra.com',
  'globo.com.br',
  'uol.com',
])

/** Returns the e-mail that was probably meant; undefined for a known domain or one that resembles no provider. */
export function suggestEmail(email: string): string | undefined {
  const match = /^([^@\s]+)@([^@\s]+)$/.exec(email.trim().toLowerCase())
  if (!match) return undefined
  const [, name = '', domain = ''] = match
  const likelyDomain = findLikelyDomain(domain)
  return likelyDomain && `${name}@${likelyDomain}`
}

function findLikelyDomain(domain: string): string | undefined {
  if (domain === 'gmail.com.br') return 'gmail.com'
  if (providers.includes(domain) || similarDomains.has(domain)) return undefined
  const candidates = providers.map((provider) => ({
    provider,
    distance: calculateDistance(domain, provider),
  }))
  const [nearest] = candidates
    .filter(({ provider, distance }) => distance <= getAllowedDistance(provider))
    .toSorted((left, right) => left.distance - right.distance)
  return nearest?.provider
}

/** Returns the allowed differences. Short names allow none because too many company domains resemble them. */
function getAllowedDistance(provider: string): number {
  const [name = ''] = provider.split('.')
  return name.length >= 5 ? 2 : 0
}

/** Returns how many letters must be inserted, deleted, replaced or swapped with a neighbour. */
export function calculateDistance(word: string, otherWord: string): number {
  const rows = Array.from({ length: word.length + 1 }, (_, row) =>
    Array.from({ length: otherWord.length + 1 }, (__, column) =>
      row === 0 || column === 0 ? row + column : 0,
    ),
  )
  const getDistance = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= word.length; row += 1) {
    for (let column = 1; column <= otherWord.length; column += 1) {
      const isSame = word[row - 1] === otherWord[column - 1]
      const isSwapped =
        row > 1 &&
        column > 1 &&
        word[row - 1] === otherWord[column - 2] &&
        word[row - 2] === otherWord[column - 1]
      const distances = [
        getDistance(row - 1, column) + 1,
        getDistance(row, column - 1) + 1,
        getDistance(row - 1, column - 1) + (isSame ? 0 : 1),
        ...(isSwapped ? [getDistance(row - 2, column - 2) + 1] : []),
      ]
      const currentRow = rows[row]
      if (currentRow) currentRow[column] = Math.min(...distances)
    }
  }
  return getDistance(word.length, otherWord.length)
}
