import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { db } from '#app/models/platform/db.server.ts'
import { address } from './people.ts'

/** Creates clients with an address and an active subscription to a publication, all from one paid order. */
export async function addSubscribers(publicationId: number, count: number, today: CivilDate) {
  const addressId = await insertId(db.insertInto('addresses').values(address))
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  const firstUser = await insertId(
    db.insertInto('users').values(numbers.map((number) => ({ email: `assinante-${number}@exemplo.test` }))),
  )
  const firstProfile = await insertId(
    db.insertInto('profiles').values(
      numbers.map((number, index) => ({
        user_id: firstUser + index,
        is_company: false,
        name: `Assinante Inventado ${String(number).padStart(4, '0')}`,
        billing_address_id: addressId,
      })),
    ),
  )
  const orderId = await insertId(
    db.insertInto('orders').values({
      profile_id: firstProfile,
      status: 2,
      date: today,
      total_publications: 0,
      shipping_value: 0,
      total: 0,
      shipping_type: 'PAC',
      billing_address_id: addressId,
      payer_name: 'Assinante Inventado',
      payer_document: '52998224725',
      checkout_token: 'f'.repeat(32),
      paid_on: today,
    }),
  )
  const line = {
    order_id: orderId,
    publication_id: publicationId,
    name: 'Inventada',
    version: 'Rev. 2',
    value: 0,
  }
  const firstLine = await insertId(
    db.insertInto('order_lines').values(numbers.map(() => ({ ...line, is_signature: true }))),
  )
  const unit = { publication_id: publicationId, status: 5, starts_on: today, due: addDays(today, 100) }
  await db
    .insertInto('subscriptions')
    .values(
      numbers.map((_, index) => ({
        ...unit,
        order_line_id: firstLine + index,
        profile_id: firstProfile + index,
      })),
    )
    .execute()
}

/** Returns the id of the first row. Ids of one statement are consecutive. */
async function insertId(insert: { executeTakeFirstOrThrow(): Promise<{ insertId?: bigint | undefined }> }) {
  const inserted = await insert.executeTakeFirstOrThrow()
  return Number(inserted.insertId)
}
