import type { Kysely, Transaction } from 'kysely'
import { getNumberRange } from '#app/domain/charges/boleto-number.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { hashPassword } from '#app/models/accounts/user.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { makeAccountRows, makeAircraftRows, makeSavedViewRows } from '#db/seed/account-rows.ts'
import { AddressBook } from '#db/seed/address-book.ts'
import { bankAgreement, company, shopRules } from '#db/seed/company.ts'
import { makeOrderRows } from '#db/seed/order-rows.ts'
import { makePhotoRows } from '#db/seed/photo-files.ts'
import { makeModelRows } from '#db/seed/publication-pages.ts'
import { publicationModels, publications } from '#db/seed/publications.ts'
import { referenceDate } from '#db/seed/reference-date.ts'
import { makeRevisionRows, makeSampleRows } from '#db/seed/revision-files.ts'
import { shippingRates } from '#db/seed/shipping-rates.ts'

export const seedPassword = 'demonstracao-2026'

/** Writes the files of the demonstration, and its rows into an empty database in one transaction. */
export async function seed(
  db: Kysely<Database>,
  today: CivilDate = referenceDate,
): Promise<Record<string, number>> {
  const addresses = new AddressBook()
  const { users, profiles } = makeAccountRows(await hashPassword(seedPassword), addresses)
  const { orders, orderLines, boletos, history, outbox, subscriptions, renewals, ...shipmentRows } =
    makeOrderRows(addresses, today)
  const { shipments, shipmentOrders, shipmentLines, photoPlans } = shipmentRows
  const photos = await makePhotoRows(photoPlans)
  const revisions = await makeRevisionRows()
  const publicationFiles = numberRows(await makeSampleRows(['MM-203', 'MM-203-D', 'CIP-203', 'MM-202A']))
  const models = numberRows(makeModelRows(publicationModels))
  const aircraft = makeAircraftRows()
  await db.transaction().execute(async (trx) => {
    await saveSetting('company', company, trx)
    await saveSetting('bankAgreement', bankAgreement, trx)
    await saveSetting('shop', shopRules, trx)
    await saveSetting('firstSteps', { completedOn: referenceDate }, trx)
    await trx.insertInto('users').values(users).execute()
    await trx.insertInto('addresses').values(addresses.rows).execute()
    await trx.insertInto('profiles').values(profiles).execute()
    await indexPeople(trx, await listProfileIds(trx))
    await trx.insertInto('aircraft').values(aircraft).execute()
    await trx.insertInto('saved_views').values(makeSavedViewRows()).execute()
    await trx.insertInto('publications').values(publications).execute()
    await trx.insertInto('revisions').values(revisions).execute()
    await trx.insertInto('publication_models').values(models).execute()
    await trx.insertInto('publication_files').values(publicationFiles).execute()
    await trx.insertInto('shipping_rates').values(shippingRates).execute()
    await trx.insertInto('orders').values(orders).execute()
    const lines = numberRows(orderLines)
    const isRenewal = (line: (typeof lines)[number]) => line.renews_subscription_id !== undefined
    await trx
      .insertInto('order_lines')
      .values(lines.filter((line) => !isRenewal(line)))
      .execute()
    await trx.insertInto('photos').values(numberRows(photos)).execute()
    await trx.insertInto('subscriptions').values(numberRows(subscriptions)).execute()
    // Lines of renewals refer to subscriptions.
    await trx.insertInto('order_lines').values(lines.filter(isRenewal)).execute()
    await trx.insertInto('renewals').values(renewals).execute()
    await trx.insertInto('shipments').values(shipments).execute()
    await trx.insertInto('shipment_orders').values(shipmentOrders).execute()
    await trx.insertInto('shipment_lines').values(shipmentLines).execute()
    const boletoRows = numberRows(boletos)
    await trx.insertInto('boletos').values(boletoRows).execute()
    await trx
      .insertInto('boleto_numbers')
      .values({
        number_range: getNumberRange(bankAgreement),
        next_number: boletoRows.length + 1,
        given_through: boletoRows.length,
      })
      .execute()
    await trx
      .insertInto('boleto_instructions')
      .values(boletoRows.map(({ id }) => ({ boleto_id: id, instruction: 'register' as const })))
      .execute()
    await trx.insertInto('history').values(numberRows(history)).execute()
    await trx.insertInto('outbox').values(numberRows(outbox)).execute()
  })
  return {
    settings: 4,
    users: users.length,
    profiles: profiles.length,
    addresses: addresses.rows.length,
    aircraft: aircraft.length,
    publications: publications.length,
    revisions: revisions.length,
    publicationModels: models.length,
    publicationFiles: publicationFiles.length,
    shippingRates: shippingRates.length,
    orders: orders.length,
    orderLines: orderLines.length,
    photos: photos.length,
    subscriptions: subscriptions.length,
    renewals: renewals.length,
    shipments: shipments.length,
    shipmentOrders: shipmentOrders.length,
    shipmentLines: shipmentLines.length,
    boletos: boletos.length,
    history: history.length,
    outbox: outbox.length,
  }
}

async function listProfileIds(trx: Transaction<Database>): Promise<number[]> {
  const rows = await trx.selectFrom('profiles').select('id').execute()
  return rows.map(({ id }) => id)
}

function numberRows<Row extends object>(rows: Row[]) {
  return rows.map((row, index) => ({ ...row, id: index + 1 }))
}
