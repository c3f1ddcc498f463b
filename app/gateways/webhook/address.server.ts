import { lookup } from 'node:dns/promises'
import { isPublicAddress } from '#app/domain/settings/public-address.ts'
import { findAddressFault } from '#app/domain/settings/webhook.ts'

export type Address = { address: string; family: number }
export type Resolve = (hostname: string) => Promise<Address[]>

export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/**
 * Returns an address of the URL's host, so that the request needs no further DNS query. Throws AddressRefused
 * if any address of the host is private.
 */
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
