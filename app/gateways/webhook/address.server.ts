import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { findAddressFault } from '#app/domain/settings/webhook.ts'

export type Address = { address: string; family: number }
export type Resolve = (hostname: string) => Promise<Address[]>

export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns false for private, local, shared, multicast, reserved, mapped and translated addresses. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsedAddress = ipaddr.parse(address)
  if (parsedAddress.range() !== 'unicast') return false
  return !(parsedAddress instanceof ipaddr.IPv6) || parsedAddress.match(globalUnicast)
}

/** Returns an address, to connect without another DNS query. Throws AddressRefused if one is private. */
export async function resolveEndpoint(
  url: URL,
  { allowPrivate, resolve = resolveAll }: { allowPrivate: boolean; resolve?: Resolve },
): Promise<Address> {
  const fault = findAddressFault(url.href, allowPrivate)
  if (fault) throw new AddressRefused(`address refused: ${fault}`)
  const addresses = await resolve(url.hostname.replace(/^\[|\]$/g, ''))
  const [firstAddress] = addresses
  if (!firstAddress) throw new AddressRefused('address refused: unknown host')
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused('address refused: private')
  return firstAddress
}

function resolveAll(hostname: string): Promise<Address[]> {
  return lookup(hostname, { all: true })
}
