import { mapAddresses } from '#app/models/accounts/address.server.ts'
import { mapPublicationsOnWire } from '#app/models/catalogue/publication-wire.server.ts'
import { boletoColumns, toCurrentBoleto } from '#app/models/orders/order.server.ts'
import { listFilesOfOrders } from '#app/models/orders/order-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

export type OrderOnWire = Awaited<ReturnType<typeof readOrders>>[number]

/** Returns orders in the sequence of `ids`. If `profileId` is given, returns only orders of this customer. */
export async function readOrders(ids: readonly number[], profileId?: number) {
  const [orders, lines, files] = await Promise.all([
    listRows(ids, profileId),
    listLines(ids),
    listFilesOfOrders(ids),
  ])
  const publicationIds = lines.map(({ publication_id }) => publication_id)
  const addressIds = orders.flatMap((row) => [row.billing_address_id, row.shipping_address_id])
  const [publications, addresses] = await Promise.all([
    mapPublicationsOnWire(publicationIds),
    mapAddresses(addressIds),
  ])
  const rowsById = new Map(orders.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rowsById.get(id)
    const billing = row && addresses.get(row.billing_address_id)
    if (!row || !billing) return []
    const orderLines = lines.filter(({ order_id }) => order_id === id)
    return {
      ...row,
      billing,
      shipping: addresses.get(row.shipping_address_id) ?? null,
      boleto: toCurrentBoleto(row),
      profile: toProfile(row),
      files: files.filter(({ orderId }) => orderId === id),
      lines: orderLines.flatMap((line) => {
        const publication = publications.get(line.publication_id)
        return publication ? { ...line, publication } : []
      }),
    }
  })
}

function listRows(ids: readonly number[], profileId: number | undefined) {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('boletos', 'boletos.current_of', 'orders.id')
    .where('orders.id', 'in', nonEmptyIds(ids))
    .$if(profileId !== undefined, (rows) => rows.where('profile_id', '=', profileId ?? 0))
    .select(['orders.id', 'status', 'date', 'total_publications', 'shipping_value', 'total', 'shipping_type'])
    .select(['paid_on', 'reason', 'nfe', 'note', 'orders.billing_address_id', 'orders.shipping_address_id'])
    .select(['purchase_order', 'orders.lock_version', 'orders.updated_at', 'orders.legacy_id'])
    .select(['profile_id', 'profiles.name', 'company_name', 'is_company', 'phone', 'email'])
    .select(boletoColumns)
    .execute()
}

type Row = Awaited<ReturnType<typeof listRows>>[number]

function toProfile({ profile_id: id, name, company_name, is_company, phone, email }: Row) {
  return { id, name, company_name, is_company, phone, email }
}

function listLines(orderIds: readonly number[]) {
  return db
    .selectFrom('order_lines')
    .where('order_id', 'in', nonEmptyIds(orderIds))
    .select(['id', 'order_id', 'publication_id', 'name', 'version', 'value', 'photo', 'fuel_type'])
    .select(['airplane_registration', 'airplane_is_foreign', 'airplane_serial_number'])
    .select('renews_subscription_id')
    .select(['is_signature', 'is_download', 'is_sent_immediately'])
    .orderBy('id')
    .execute()
}
