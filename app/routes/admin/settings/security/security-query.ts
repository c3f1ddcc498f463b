import { isSecurityKind } from '#app/domain/accounts/security-event.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { truncateNetwork } from '#app/domain/platform/client-network.ts'
import { parseId } from '#app/http/list-params.ts'

const MAX_TEXT_LENGTH = 100

/** Parses the query of the security log. Ignores unknown values. */
export function parseSecurityQuery(request: Request) {
  const { searchParams } = new URL(request.url)
  const readText = (name: string) =>
    (searchParams.get(name) ?? '').trim().slice(0, MAX_TEXT_LENGTH) || undefined
  const parseDay = (day: string | undefined) => (day !== undefined && isCivilDate(day) ? day : undefined)
  const [kind, network] = [readText('kind'), readText('network')]
  return {
    kind: isSecurityKind(kind) ? kind : undefined,
    profileId: parseId(readText('number')),
    network: network === undefined ? undefined : truncateNetwork(network) || network,
    from: parseDay(readText('from')),
    to: parseDay(readText('to')),
    before: parseId(readText('before')),
  }
}

type SecurityQuery = ReturnType<typeof parseSecurityQuery>

/** Returns the address parameters of a query. */
export function toSecurityParams({ profileId, ...query }: Partial<SecurityQuery>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...query, number: profileId }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
}
