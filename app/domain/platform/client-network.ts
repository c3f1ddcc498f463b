/** Returns the client's network: an IPv4 address, also mapped into IPv6, or the /64 of an IPv6 address. */
export function toClientNetwork(address: string): string {
  const [addressWithoutZone = ''] = address.trim().toLowerCase().split('%', 1)
  const addressWithoutPort = ipv4WithPortPattern.exec(addressWithoutZone)?.[1] ?? addressWithoutZone
  const groups = parseIpv6Groups(addressWithoutPort)
  if (!groups) return addressWithoutPort
  const [ipv4Mark, high = 0, low = 0] = groups.slice(5)
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && ipv4Mark === 0xffff
  if (isMappedIpv4) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  const networkGroups = groups.slice(0, 4).map((group) => group.toString(16))
  return `${networkGroups.join(':')}::/64`
}

const ipv4WithPortPattern = /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/

function parseIpv6Groups(address: string): number[] | undefined {
  const [beforeGap = '', afterGap, ...otherParts] = address.replace(/^\[(.*)\]$/, '$1').split('::')
  if (otherParts.length > 0) return undefined
  const firstGroups = parseGroups(beforeGap)
  const lastGroups = parseGroups(afterGap ?? '')
  if (!firstGroups || !lastGroups) return undefined
  const missingCount = 8 - firstGroups.length - lastGroups.length
  const hasGap = afterGap !== undefined
  if (hasGap ? missingCount < 1 : missingCount !== 0) return undefined
  return [...firstGroups, ...Array.from({ length: missingCount }, () => 0), ...lastGroups]
}

/** Splits part of an IPv6 address into groups. An IPv4 address at its end gives two groups. */
function parseGroups(addressPart: string): number[] | undefined {
  if (addressPart === '') return []
  const parts = addressPart.split(':')
  const groups = parts.flatMap((part, index) => {
    const isLast = index === parts.length - 1
    const bytes = isLast ? ipv4Pattern.exec(part) : null
    if (!bytes) return /^[\da-f]{1,4}$/.test(part) ? Number.parseInt(part, 16) : Number.NaN
    const [first = 0, second = 0, third = 0, fourth = 0] = bytes.slice(1).map(Number)
    return Math.max(first, second, third, fourth) > 255
      ? Number.NaN
      : [first * 256 + second, third * 256 + fourth]
  })
  return groups.some(Number.isNaN) ? undefined : groups
}

const ipv4Pattern = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** Returns the /24 of IPv4 or /48 of IPv6 for the security log; '' for other text. */
export function truncateNetwork(address: string): string {
  const network = toClientNetwork(address.trim().replace(/\/\d{1,3}$/, ''))
  const ipv4Prefix = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network)?.[1]
  if (ipv4Prefix) return `${ipv4Prefix}.0/24`
  const ipv6Prefix = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/.exec(network)?.[1]
  return ipv6Prefix ? `${ipv6Prefix}::/48` : ''
}
