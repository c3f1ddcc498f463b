/** Returns the client's network: an IPv4 address, also mapped into IPv6, or the /64 of an IPv6 address. */
export function toClientNetwork(address: string): string {
  const [text = ''] = address.trim().toLowerCase().split('%', 1)
  const withoutPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(text)?.[1] ?? text
  const groups = parseIpv6Groups(withoutPort)
  if (!groups) return withoutPort
  const [a = 0, b = 0, c = 0, d = 0, , mark, high = 0, low = 0] = groups
  if (groups.slice(0, 5).every((group) => group === 0) && mark === 0xffff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${[a, b, c, d].map((group) => group.toString(16)).join(':')}::/64`
}

function parseIpv6Groups(text: string): number[] | undefined {
  const [front = '', back, ...more] = text.replace(/^\[(.*)\]$/, '$1').split('::')
  if (more.length > 0) return undefined
  const [head, tail] = [parseGroups(front), parseGroups(back ?? '')]
  if (!head || !tail) return undefined
  const missing = 8 - head.length - tail.length
  if (back === undefined ? missing !== 0 : missing < 1) return undefined
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail]
}

/** Splits an address into groups; a trailing IPv4 part gives two of them. */
function parseGroups(text: string): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups = parts.flatMap((part, index) => {
    const bytes =
      index === parts.length - 1 ? /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part) : null
    if (!bytes) return /^[\da-f]{1,4}$/.test(part) ? Number.parseInt(part, 16) : Number.NaN
    const [one = 0, two = 0, three = 0, four = 0] = bytes.slice(1).map(Number)
    return Math.max(one, two, three, four) > 255 ? Number.NaN : [one * 256 + two, three * 256 + four]
  })
  return groups.some(Number.isNaN) ? undefined : groups
}

/** Returns the /24 of IPv4 or /48 of IPv6 for the security log; '' for other text. */
export function truncateNetwork(address: string): string {
  const whole = toClientNetwork(address.trim().replace(/\/\d{1,3}$/, ''))
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(whole)?.[1]
  if (four) return `${four}.0/24`
  const six = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(whole)?.[1]
  return six ? `${six}::/48` : ''
}
