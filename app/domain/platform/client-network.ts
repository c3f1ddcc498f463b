/** Returns the client's network: an IPv4 address, also mapped into IPv6, or the /64 of an IPv6 address. */
export function toClientNetwork(address: string): string {
  const [textWithPort = ''] = address.trim().toLowerCase().split('%', 1)
  const withoutPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(textWithPort)?.[1] ?? textWithPort
  const groups = parseIpv6Groups(withoutPort)
  if (!groups) return withoutPort
  const [a = 0, b = 0, c = 0, d = 0, , ipv4Mark, high = 0, low = 0] = groups
  if (groups.slice(0, 5).every((group) => group === 0) && ipv4Mark === 0xffff)
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${[a, b, c, d].map((group) => group.toString(16)).join(':')}::/64`
}

function parseIpv6Groups(textWithPort: string): number[] | undefined {
  const [beforeGap = '', afterGap, ...otherParts] = textWithPort.replace(/^\[(.*)\]$/, '$1').split('::')
  if (otherParts.length > 0) return undefined
  const [head, tail] = [parseGroups(beforeGap), parseGroups(afterGap ?? '')]
  if (!head || !tail) return undefined
  const missingCount = 8 - head.length - tail.length
  if (afterGap === undefined ? missingCount !== 0 : missingCount < 1) return undefined
  return [...head, ...Array.from({ length: missingCount }, () => 0), ...tail]
}

/** Splits an address into groups; a trailing IPv4 part gives two of them. */
function parseGroups(textWithPort: string): number[] | undefined {
  if (textWithPort === '') return []
  const parts = textWithPort.split(':')
  const groups = parts.flatMap((part, index) => {
    const bytes =
      index === parts.length - 1 ? /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part) : null
    if (!bytes) return /^[\da-f]{1,4}$/.test(part) ? Number.parseInt(part, 16) : Number.NaN
    const [first = 0, second = 0, third = 0, fourth = 0] = bytes.slice(1).map(Number)
    return Math.max(first, second, third, fourth) > 255
      ? Number.NaN
      : [first * 256 + second, third * 256 + fourth]
  })
  return groups.some(Number.isNaN) ? undefined : groups
}

/** Returns the /24 of IPv4 or /48 of IPv6 for the security log; '' for other text. */
export function truncateNetwork(address: string): string {
  const network = toClientNetwork(address.trim().replace(/\/\d{1,3}$/, ''))
  const ipv4Prefix = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network)?.[1]
  if (ipv4Prefix) return `${ipv4Prefix}.0/24`
  const ipv6Prefix = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(network)?.[1]
  return ipv6Prefix ? `${ipv6Prefix}::/48` : ''
}
