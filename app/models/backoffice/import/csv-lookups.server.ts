import { identitySelection } from '#app/domain/accounts/identity.ts'
import { mapAddresses } from '#app/models/accounts/address.server.ts'
import { qualifiedColumns } from '#app/models/catalogue/publication.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds, nonEmptyTexts } from '#app/models/platform/non-empty.ts'

type PublicationNumbers = { ids: readonly number[]; legacyIds: readonly number[] }

/** Returns publications by the shop's ids and by the company's own numbers, in the form that staff edit. */
export function listPublicationsByNumber({ ids, legacyIds }: PublicationNumbers) {
  return db
    .selectFrom('publications')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.publication_id', '=', 'publications.id')
        .onRef('revisions.version', '=', 'publications.version'),
    )
    .select(['publications.id', 'legacy_id as legacyId', 'lock_version', 'removed_at', 'changes'])
    .select(qualifiedColumns)
    .where((eb) =>
      eb.or([eb('publications.id', 'in', nonEmptyIds(ids)), eb('legacy_id', 'in', nonEmptyIds(legacyIds))]),
    )
    .execute()
}

export type KnownPublication = Awaited<ReturnType<typeof listPublicationsByNumber>>[number]

export function listRevisionsByPublication(publicationIds: readonly number[]) {
  return db
    .selectFrom('revisions')
    .select(['publication_id as publicationId', 'version', 'date'])
    .where('publication_id', 'in', nonEmptyIds(publicationIds))
    .execute()
}

type UserKeys = { emails: readonly string[]; documents: readonly string[] }

/** Finds accounts by e-mail, CPF and CNPJ (without punctuation). */
export async function listUsersByKey({ emails, documents }: UserKeys) {
  const selectUsers = () =>
    db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.user_id')
      .select(['profiles.id', 'email', ...identitySelection, 'is_partner as isPartner', 'lock_version'])
      .select(['is_active as isActive', 'is_staff as isStaff', 'is_superuser as isSuperuser'])
      .select(['billing_address_id', 'shipping_address_id'])
  const [byEmail, byCpf, byCnpj] = await Promise.all([
    selectUsers().where('email', 'in', nonEmptyTexts(emails)).execute(),
    selectUsers().where('cpf', 'in', nonEmptyTexts(documents)).execute(),
    selectUsers().where('cnpj', 'in', nonEmptyTexts(documents)).execute(),
  ])
  const usersById = new Map([...byEmail, ...byCpf, ...byCnpj].map((user) => [user.id, user]))
  const users = [...usersById.values()]
  const addressIds = users.flatMap((user) => [user.billing_address_id, user.shipping_address_id])
  const addresses = await mapAddresses(addressIds)
  return users.map(({ billing_address_id, shipping_address_id, ...user }) => ({
    ...user,
    billing: addresses.get(billing_address_id),
    shipping: addresses.get(shipping_address_id),
  }))
}

export type KnownUser = Awaited<ReturnType<typeof listUsersByKey>>[number]

export function listRatesByService(services: readonly string[]) {
  return db
    .selectFrom('shipping_rates')
    .select(['region', 'service', 'max_weight_kg', 'value', 'days'])
    .where('service', 'in', nonEmptyTexts(services))
    .execute()
}
