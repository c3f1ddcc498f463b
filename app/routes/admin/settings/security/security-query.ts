import { isSecurityKind } from '#app/domain/accounts/security-event.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { shortNetwork } from '#app/domain/platform/client-network.ts'
import { idFrom } from '#app/http/list-params.ts'

/** Parses the query of the security log; ignores unknown values. */
export function securityQuery(request: Request) {
  const { searchParams } = new URL(request.url)
  const text = (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 100) || undefined
  const dayOf = (day: string | undefined) => (day !== undefined && isCivilDate(day) ? day : undefined)
  const [kind, network] = [text('kind'), text('network')]
  return {
    kind: isSecurityKind(kind) ? kind : undefined,
    profileId: idFrom(text('number')),
    network: network === undefined ? undefined : shortNetwork(network) || network,
    from: dayOf(text('from')),
    to: dayOf(text('to')),
    before: idFrom(text('before')),
  }
}

type Query = ReturnType<typeof securityQuery>

/** Returns the address parameters of a query. */
export function toSecurityParams({ profileId, ...query }: Partial<Query>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...query, number: profileId }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  )
}
