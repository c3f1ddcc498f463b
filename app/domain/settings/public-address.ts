import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns true for an IPv4 address of four decimal parts or an IPv6 address. */
export function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

/** Returns false for private, local, shared, multicast, reserved, mapped and translated addresses. */
export function isPublicAddress(address: string): boolean {
  if (!isAddress(address)) return false
  const parsedAddress = ipaddr.parse(address)
  if (parsedAddress.range() !== 'unicast') return false
  return !(parsedAddress instanceof ipaddr.IPv6) || parsedAddress.match(globalUnicast)
}
