import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findStateByCep } from '#app/domain/accounts/cep.ts'
import { isAlphanumericCnpj, isValidCnpj, normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf, normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { normalisePhone } from '#app/domain/accounts/phone.ts'
import { normaliseIe } from '#app/domain/accounts/state-registration.ts'
import { getRegion, isState, STATES } from '#app/domain/accounts/states.ts'
import { parseLine } from '#app/domain/charges/boleto.ts'
import { formatBoletoReference } from '#app/domain/charges/issued-boleto.ts'
import { isTrackingCode } from '#app/domain/checkout/carriers/carriers.ts'
import {
  calculateShipmentWeightKg,
  chooseShippingOptions,
  shippingTypes,
} from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { sumCentavos } from '#app/domain/platform/money.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import {
  calculateDueDate,
  calculateRenewedDue,
  isInRenewalWindow,
  isOverdue,
  subscriptionStatus,
} from '#app/domain/subscriptions/subscription.ts'
import { drawPicture, readPhoto } from '#app/gateways/photo.server.ts'
import { readStored } from '#app/gateways/storage.server.ts'
import { verifyCredentials } from '#app/models/accounts/user.server.ts'
import { listPublications } from '#app/models/catalogue/publication.server.ts'
import { makeBoletoMark } from '#app/models/charges/boleto-reference.server.ts'
import { findPhotoForViewer, makePhotoPath } from '#app/models/checkout/photo.server.ts'
import { listRemittanceInstructions } from '#app/models/payments/remittance.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { findBankAgreement, findCompany, getShopRules } from '#app/models/settings/setting.server.ts'
import { listRenewableIds, listRenewalUnits } from '#app/models/subscriptions/renewal.server.ts'
import { mentionsTerms } from '#app/text/charges/terms-labels.ts'
import { logins } from '#db/seed/accounts.ts'
import { AddressBook } from '#db/seed/address-book.ts'
import { makeOrderRows } from '#db/seed/order-rows.ts'
import { referenceDate } from '#db/seed/reference-date.ts'
import { seed, seedPassword } from '#db/seed.ts'
import { emptyShop, restartNumbers } from '#tests/support/database.ts'
import { createDatabase } from '#tests/support/fresh-database.ts'
import { keepDatabase } from '#tests/support/worker-database/kept-world.ts'

const { pendingPayment, confirmed, cancelled, underReview } = orderStatus

let counts: Record<string, number>

let database: Awaited<ReturnType<typeof keepDatabase>>

beforeAll(async () => {
  await emptyShop()
  counts = await seed(db)
  database = await keepDatabase(process.env.DATABASE_URL ?? '')
})
afterAll(() => database.end())

describe('the seed as a whole', () => {
  it('writes the same rows into two databases, except the password salt', {
    meta: { slow: 'makes the demonstration twice' },
  }, async () => {
    const otherDatabase = await createDatabase(process.env.DATABASE_URL ?? '')
    await restartNumbers()
    await seed(db)
    try {
      await seed(otherDatabase.db)
      expect(omitUpdateTimes(await loadEverything(otherDatabase.db))).toEqual(
        omitUpdateTimes(await loadEverything(db)),
      )
    } finally {
      await otherDatabase.drop()
    }
  })

  it('leaves the shop’s renderer working', async () => {
    const picture = await drawPicture('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>')
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
  })

  it('returns the number of rows it wrote', async () => {
    const rows = await loadEverything(db)
    const rowCounts = Object.fromEntries(Object.entries(rows).map(([kind, list]) => [kind, list.length]))
    expect(counts).toEqual(rowCounts)
  })

  it('dates no account, publication, order, boleto or history entry after its reference date', async () => {
    const { users, profiles, publications, orders, boletos, history } = await loadEverything(db)
    for (const row of [...users, ...profiles, ...publications, ...orders, ...boletos, ...history]) {
      expect(toCivilDate(row.created_at) <= referenceDate, JSON.stringify(row)).toBe(true)
    }
    for (const { date } of [...publications, ...orders]) expect(date <= referenceDate).toBe(true)
  })
})

describe('the seeded settings', () => {
  it('describe a complete, invented seller', async () => {
    const company = await findCompany()
    expect(company).toMatchObject({ tradeName: 'Aeropub', city: 'Botucatu', state: 'SP' })
    expect(company?.name).toContain('fictícia')
    expect(isValidCnpj(company?.cnpj ?? '')).toBe(true)
    expect(normalisePhone(company?.phone ?? '')).not.toBeNull()
    expect(findStateByCep(company?.zipCode ?? '')).toBe('SP')
  })

  it('have an agreement, rules, and one boleto instruction that mentions no terms', async () => {
    expect(await findBankAgreement()).toMatchObject({ bank: '001', wallet: '17' })
    const { boletoInstructions, ...rules } = await getShopRules()
    expect(rules).toEqual({
      boletoDueDays: 3,
      quoteDays: 15,
      offersFreightToBeAgreed: true,
      ieMaxLength: 12,
      onlySuperusersChangePrices: false,
      secondFactorFrom: null,
      revealsUnknownEmail: true,
      handlingDays: 5,
    })
    expect(boletoInstructions.length).toBe(1)
    expect(boletoInstructions.some(mentionsTerms)).toBe(false)
  })
})

describe('the seeded accounts', () => {
  it('accept the demonstration password for the five logins', async () => {
    const ids = await Promise.all(
      Object.values(logins).map((email) => verifyCredentials(email, seedPassword)),
    )
    expect(ids).toEqual([1, 2, 3, 4, 5])
    expect(await verifyCredentials(logins.customer, 'outra-senha-2026')).toBeNull()
  })

  it('are all marked as demonstration accounts', async () => {
    const demonstrationMarks = await db.selectFrom('users').select('is_demonstration').distinct().execute()
    expect(demonstrationMarks).toEqual([{ is_demonstration: true }])
  })

  it('assign each login its role', async () => {
    const roles = await db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.user_id', 'users.id')
      .select(['email', 'is_company', 'is_partner', 'is_staff', 'is_superuser'])
      .where('email', 'in', Object.values(logins))
      .orderBy('users.id')
      .execute()
    const withoutRoles = { is_company: false, is_partner: false, is_staff: false, is_superuser: false }
    expect(roles).toEqual([
      { ...withoutRoles, email: logins.customer },
      { ...withoutRoles, email: logins.company, is_company: true },
      { ...withoutRoles, email: logins.partner, is_company: true, is_partner: true },
      { ...withoutRoles, email: logins.staff, is_staff: true },
      { ...withoutRoles, email: logins.superuser, is_staff: true, is_superuser: true },
    ])
  })

  it('have a valid CPF or a company with a valid CNPJ, each stored as digits and unique', async () => {
    const { profiles } = await loadEverything(db)
    for (const { is_company, company_name, cpf, cnpj, ie, name } of profiles) {
      if (is_company)
        expect([company_name !== null, cpf, isValidCnpj(cnpj ?? '')], name).toEqual([true, null, true])
      else expect([company_name, cnpj, ie, isValidCpf(cpf ?? '')], name).toEqual([null, null, null, true])
      expect([normaliseCpf(cpf ?? ''), normaliseCnpj(cnpj ?? '')]).toEqual([cpf, cnpj])
      if (ie) expect(normaliseIe(ie)).toEqual({ ok: true, value: ie })
    }
    const documents = profiles.map(({ cpf, cnpj }) => cpf ?? cnpj)
    expect(new Set(documents).size).toBe(documents.length)
    expect(
      documents.filter((document) => document && isAlphanumericCnpj(document)).length,
    ).toBeGreaterThanOrEqual(3)
  })

  it('have normalised mobile or fixed phones, and e-mails that cannot exist', async () => {
    const { users, profiles } = await loadEverything(db)
    for (const { phone } of profiles) expect(normalisePhone(phone ?? '')).toBe(phone)
    for (const { email } of users) expect(email).toMatch(/^[a-z.]+@(aeropub|exemplo)\.test$/)
  })

  it('cover all five regions, each address with a CEP of its state', async () => {
    const { addresses } = await loadEverything(db)
    for (const { zip_code, state } of addresses) expect(findStateByCep(zip_code)).toBe(state)
    const regions = new Set(addresses.map(({ state }) => isState(state) && getRegion(state)))
    expect([...regions].sort()).toEqual(['CO', 'N', 'NE', 'S', 'SE'])
    expect(new Set(addresses.map(({ state }) => state)).size).toBeGreaterThan(STATES.length / 2)
  })
})

describe('the seeded publications', () => {
  it('cover all sixteen kinds on sale, with at least 24 plain publications', async () => {
    const offeredPublications = (await loadEverything(db)).publications.filter(({ active }) => active)
    const kinds = offeredPublications.map((publication) =>
      [
        publication.is_download,
        publication.is_signature,
        publication.has_airplane_info,
        publication.has_photo_upload,
      ].join(),
    )
    // Four flags have sixteen combinations.
    expect(new Set(kinds).size).toBe(16)
    const plainPublications = offeredPublications.filter(
      (publication) => !publication.has_airplane_info && !publication.has_photo_upload,
    )
    expect(plainPublications.length).toBeGreaterThanOrEqual(24)
  })

  it('cost R$ 35 to R$ 1.890, never in whole reais, with a renewal price for subscriptions only', async () => {
    for (const { name, price, price_signature, is_signature } of (await loadEverything(db)).publications) {
      expect(price, name).toBeGreaterThanOrEqual(35_00)
      expect(price, name).toBeLessThanOrEqual(1_890_00)
      expect(price % 100, name).toBeGreaterThan(0)
      expect(price_signature !== null, name).toBe(is_signature)
      if (price_signature !== null) expect(price_signature, name).toBeGreaterThan(0)
    }
  })

  it('weigh 150 g to 4.2 kg when printed and nothing as downloads', async () => {
    for (const { name, weight, is_download } of (await loadEverything(db)).publications) {
      expect(weight === 0, name).toBe(is_download)
      if (!is_download) expect(weight >= 150 && weight <= 4_200, name).toBe(true)
    }
  })

  it('have distinct names and complete texts', async () => {
    const { publications } = await loadEverything(db)
    expect(new Set(publications.map(({ name }) => name)).size).toBe(publications.length)
    for (const { name, applicability, version } of publications) {
      expect([name, applicability, version].every((text) => text.length > 0)).toBe(true)
    }
  })

  it('include two or three that are off sale and were never sold', async () => {
    const { publications, orderLines } = await loadEverything(db)
    const inactive = publications.filter(({ active }) => !active)
    expect([2, 3]).toContain(inactive.length)
    const sold = new Set(orderLines.map((line) => line.publication_id))
    expect(inactive.filter(({ id }) => sold.has(id))).toEqual([])
  })

  it('are found without accents, and fill three pages, the first with plain publications', async () => {
    for (const search of ['helice', 'eletrico', 'pulverizacao', 'acao', 'etanol', '203']) {
      expect((await listPublications({ search, page: 1 })).count, search).toBeGreaterThan(0)
    }
    const { rows, pages } = await listPublications({ search: '', page: 1 })
    expect(pages).toBeGreaterThanOrEqual(3)
    expect(rows.every((row) => !row.has_airplane_info && !row.has_photo_upload)).toBe(true)
  })
})

describe('the seeded freight table', () => {
  it('has a price for every region, service and weight up to 30 kg, never falling with the weight', async () => {
    const { shippingRates } = await loadEverything(db)
    for (const region of ['N', 'NE', 'CO', 'SE', 'S']) {
      const rates = shippingRates.filter((rate) => rate.region === region)
      for (let weight = 1; weight <= 30; weight += 1) {
        expect(chooseShippingOptions(rates, weight).map(({ service }) => service)).toEqual(['PAC', 'SEDEX'])
      }
      for (const service of ['PAC', 'SEDEX']) {
        const values = rates.filter((rate) => rate.service === service).map(({ value }) => value)
        expect(values).toEqual([...values].sort((a, b) => a - b))
      }
    }
  })
})

describe('the seeded orders', () => {
  it('cover every state including rejected, and more than one page for one customer', async () => {
    const { orders } = await loadEverything(db)
    const listStates = (list: typeof orders) =>
      new Set(list.map((order) => (order.reason === null ? order.status : 'rejected')))
    const allStates = new Set([pendingPayment, confirmed, cancelled, underReview, 'rejected'])
    const customerOrders = orders.filter((order) => order.profile_id === 1)
    expect(listStates(orders)).toEqual(allStates)
    expect(listStates(customerOrders)).toEqual(allStates)
    expect(customerOrders.length).toBeGreaterThanOrEqual(14)
  })

  it('are numbered from 1001 by date, within fourteen months', async () => {
    const { orders } = await loadEverything(db)
    const fourteenMonthsAgo = '2025-09-21'
    expect(orders.map(({ id }) => id)).toEqual(orders.map((_, index) => 1001 + index))
    const moments = orders.map((order) => order.created_at.getTime())
    expect(moments).toEqual([...moments].sort((a, b) => a - b))
    for (const { date, created_at } of orders) {
      expect(date).toBe(toCivilDate(created_at))
      expect(date >= fourteenMonthsAgo).toBe(true)
    }
  })

  it('have lines that sum to the total of publications, and with freight to the order total', async () => {
    const { orders, orderLines } = await loadEverything(db)
    for (const order of orders) {
      const lines = orderLines.filter((line) => line.order_id === order.id)
      expect(lines.length).toBeGreaterThan(0)
      expect(order.total_publications).toBe(sumCentavos(lines.map(({ value }) => value)))
      expect(order.total).toBe(order.total_publications + order.shipping_value)
    }
  })

  it('have the freight of the table for their lines and destination, or none', async () => {
    const { orders } = await loadEverything(db)
    for (const { order, items, state, rates } of await listPlannedShipments()) {
      const shippingType = order.shipping_type
      if (shippingType === shippingTypes.internal)
        expect(order).toMatchObject({ shipping_value: 0, shipping_days: null })
      else
        expect(shippingType === shippingTypes.download, `${order.id}`).toBe(
          items.every((item) => item.isDownload),
        )
      if (shippingType !== 'PAC' && shippingType !== 'SEDEX') {
        expect(order, `${order.id}`).toMatchObject({ shipping_value: 0, shipping_days: null })
        continue
      }
      const option = chooseShippingOptions(rates, calculateShipmentWeightKg(items)).find(
        (option) => option.service === shippingType,
      )
      expect([option?.value, option?.days], `${order.id} to ${state}`).toEqual([
        order.shipping_value,
        order.shipping_days,
      ])
    }
    const allTypes = ['DOWNLOAD', 'INTERNAL', 'PAC', 'SEDEX', 'TO_BE_AGREED']
    expect([...new Set(orders.map((order) => order.shipping_type))].sort()).toEqual(allTypes)
  })

  it('are newer than account and publication, with one unit per download unless made by staff', async () => {
    const { orders, orderLines, profiles, publications } = await loadEverything(db)
    const publicationById = new Map(publications.map((publication) => [publication.id, publication]))
    for (const order of orders) {
      const profile = profiles.find(({ id }) => id === order.profile_id)
      expect(order.created_at > (profile?.created_at ?? order.created_at), `${order.id}`).toBe(true)
      const lines = orderLines.filter((line) => line.order_id === order.id)
      for (const { publication_id, version } of lines) {
        const publication = publicationById.get(publication_id)
        expect(order.created_at > (publication?.created_at ?? order.created_at), `${order.id}`).toBe(true)
        expect(version).not.toMatch(/(?:\/0|-\d+)$/)
        const units = lines.filter((line) => line.publication_id === publication_id).length
        if (publication?.is_download && order.shipping_type !== 'INTERNAL') expect(units).toBe(1)
      }
    }
  })

  it('have valid aircraft data exactly if the publication requires it', async () => {
    const { orderLines, publications } = await loadEverything(db)
    const aircraftPublicationIds = new Set(
      publications.filter((publication) => publication.has_airplane_info).map(({ id }) => id),
    )
    const assignableRegistration = /^(?:PP|PR|PS|PT|PU)-(?!Q|.W|SOS|XXX|PAN|TTT|VFR|IFR|VMC|IMC)[A-Z]{3}$/
    for (const line of orderLines) {
      const { airplane_registration, airplane_serial_number, fuel_type } = line
      if (!aircraftPublicationIds.has(line.publication_id)) {
        expect([airplane_registration, airplane_serial_number, fuel_type]).toEqual([null, null, null])
        continue
      }
      expect(airplane_registration).toMatch(assignableRegistration)
      expect(airplane_serial_number).toMatch(/^[0-9A-Z-]{1,30}$/)
      expect([1, 2, 3]).toContain(fuel_type)
    }
    expect(new Set(orderLines.flatMap((line) => line.fuel_type ?? []))).toEqual(new Set([1, 2, 3]))
  })

  it('are under review or rejected only for a publication that requires a photo', async () => {
    const { orders, orderLines, publications } = await loadEverything(db)
    const photoPublicationIds = new Set(
      publications.filter((publication) => publication.has_photo_upload).map(({ id }) => id),
    )
    for (const { id, status, reason } of orders) {
      const needsPhoto = orderLines.some(
        (line) => line.order_id === id && photoPublicationIds.has(line.publication_id),
      )
      if (status === underReview || reason !== null) expect(needsPhoto, `${id}`).toBe(true)
      if (status === pendingPayment) expect(needsPhoto, `${id}`).toBe(false)
      if (reason !== null) expect(status).toBe(cancelled)
    }
  })

  it('under review show photos as customers send them, and one order shows none', async () => {
    const { orders, orderLines, photos } = await loadEverything(db)
    const ordersUnderReview = orders.filter(({ status }) => status === underReview)
    const linesByOrder = ordersUnderReview.map(({ id }) => orderLines.filter((line) => line.order_id === id))
    expect(linesByOrder.filter((lines) => lines.every(({ photo }) => photo === null))).toHaveLength(1)
    const names = linesByOrder.flat().flatMap(({ photo }) => photo ?? [])
    expect(names.length).toBeGreaterThanOrEqual(3)
    expect(names.toSorted()).toEqual(photos.map(({ name }) => name).toSorted())
    for (const { name, bytes, width, height, type, user_id, claimed_at } of photos) {
      const photoBytes = Buffer.from((await readStored(makePhotoPath(name))) ?? [])
      expect([photoBytes.length, type, claimed_at === null], name).toEqual([bytes, 'image/jpeg', false])
      const decodedPhoto = await readPhoto(photoBytes)
      expect([decodedPhoto.width, decodedPhoto.height]).toEqual([width, height])
      expect(
        (await findPhotoForViewer(name, { owner: { userId: user_id ?? 0 }, isStaff: false }))?.name,
      ).toBe(name)
    }
  })

  it('have addresses, tokens and invoices of their own, and the payer of their profile', async () => {
    const { orders, profiles } = await loadEverything(db)
    const addressColumns = [...orders, ...profiles].flatMap((row) => [
      row.billing_address_id,
      row.shipping_address_id,
    ])
    const addressIds = addressColumns.filter((id) => id !== null)
    expect(new Set(addressIds).size).toBe(addressIds.length)
    expect(new Set(orders.map((order) => order.checkout_token)).size).toBe(orders.length)
    const invoices = orders.flatMap(({ nfe }) => nfe ?? [])
    expect(invoices.length).toBeGreaterThan(0)
    expect(new Set(invoices).size).toBe(invoices.length)
    for (const order of orders) {
      expect(order.checkout_token).toMatch(/^[0-9a-f]{32}$/)
      if (order.nfe !== null) expect(order.status).toBe(confirmed)
      const payer = profiles.find(({ id }) => id === order.profile_id)
      expect(order.payer_name).toBe(payer?.company_name ?? payer?.name)
      expect(order.payer_document).toBe(payer?.cnpj ?? payer?.cpf)
    }
  })

  it('start their history with placement or courtesy and end it with the action of their state', async () => {
    const { orders, history } = await loadEverything(db)
    const lastActionByStatus: Record<number, string> = {
      [pendingPayment]: 'boleto-issued',
      [confirmed]: 'paid',
      [cancelled]: 'cancelled',
      [underReview]: 'placed',
    }
    for (const { id, status, reason, total } of orders) {
      const events = history.filter((event) => event.entity === 'order' && event.entity_id === id)
      const isCourtesy = total === 0 && status === confirmed
      expect(events[0]?.action).toBe(isCourtesy ? 'courtesy' : 'placed')
      const orderEvents = events.filter((event) => !event.action.startsWith('shipment-'))
      const lastActionWithPayment = reason === null ? lastActionByStatus[status] : 'rejected'
      expect(orderEvents.at(-1)?.action).toBe(isCourtesy ? 'courtesy' : lastActionWithPayment)
      const moments = events.map((event) => event.created_at.getTime())
      expect(moments).toEqual([...moments].sort((a, b) => a - b))
    }
  })
})

describe('the seeded shipments', () => {
  it('cover every state, with the codes and days of that state', async () => {
    const { shipments } = await loadEverything(db)
    expect(new Set(shipments.map((shipment) => shipment.status))).toEqual(
      new Set(Object.values(shipmentStatus)),
    )
    for (const shipment of shipments) {
      expect(shipment.send_date === null, `${shipment.id}`).toBe(shipment.status === shipmentStatus.underWay)
      expect(shipment.complete_date === null, `${shipment.id}`).toBe(
        shipment.status !== shipmentStatus.delivered,
      )
      expect(shipment.return_date === null, `${shipment.id}`).toBe(
        shipment.status !== shipmentStatus.returned,
      )
      expect(shipment.track_code !== null && isTrackingCode(shipment.track_code), `${shipment.id}`).toBe(
        shipment.status !== shipmentStatus.underWay,
      )
      const days = [
        shipment.creation_date,
        shipment.send_date,
        shipment.complete_date ?? shipment.return_date,
      ]
      const setDays = days.filter((day) => day !== null)
      expect(setDays.toSorted()).toEqual(setDays)
      expect((setDays.at(-1) ?? '') <= referenceDate).toBe(true)
    }
  })

  it('contain every sent copy, in the state of its shipment', async () => {
    const { shipments, shipmentLines, subscriptions } = await loadEverything(db)
    const findShipment = (lineId: number) => {
      const shipmentLine = shipmentLines.find((line) => line.order_line_id === lineId && line.holds === 1)
      return shipments.find((shipment) => shipment.id === shipmentLine?.shipment_id)
    }
    for (const unit of subscriptions) {
      const shipment = findShipment(unit.order_line_id)
      expect([unit.track_code, unit.sent_on], `${unit.id}`).toEqual([
        shipment?.track_code ?? null,
        shipment?.send_date ?? null,
      ])
      if (unit.status === subscriptionStatus.sent)
        expect([shipmentStatus.sent, shipmentStatus.delivered]).toContain(shipment?.status)
      if (shipment?.status === shipmentStatus.sent) expect(unit.status).toBe(subscriptionStatus.sent)
      if (shipment?.status === shipmentStatus.underWay)
        expect(unit.status).toBe(subscriptionStatus.awaitingDispatch)
    }
  })
})

describe('the seeded subscriptions', () => {
  it('include renewable downloads and printed ones of customer and company, and an expired one', async () => {
    const { profiles, subscriptions, users } = await loadEverything(db)
    for (const email of [logins.customer, logins.company]) {
      const userId = users.find((user) => user.email === email)?.id
      const profileId = profiles.find((profile) => profile.user_id === userId)?.id ?? 0
      const ids = await listRenewableIds(profileId, referenceDate)
      const units = await listRenewalUnits({ profileId, ids, today: referenceDate })
      expect(new Set(units.map(({ isDownload }) => isDownload)), email).toEqual(new Set([true, false]))
    }
    expect(subscriptions.some(({ due }) => isOverdue(due, referenceDate))).toBe(true)
  })
})

describe('the seeded renewal', () => {
  it('extends a purchase of the same customer a year before, within its renewal window', async () => {
    const { orders, orderLines, subscriptions, renewals } = await loadEverything(db)
    const [renewal] = renewals
    expect(renewals).toHaveLength(1)
    const renewalLine = orderLines.find(({ id }) => id === renewal?.order_line_id)
    const unit = subscriptions.find(({ id }) => id === renewal?.subscription_id)
    const originalLine = orderLines.find(({ id }) => id === unit?.order_line_id)
    const [renewalOrder, originalOrder] = [renewalLine, originalLine].map((line) =>
      orders.find(({ id }) => id === line?.order_id),
    )
    expect(renewalLine).toMatchObject({
      order_id: 1037,
      renews_subscription_id: unit?.id,
      is_sent_immediately: false,
      publication_id: originalLine?.publication_id,
    })
    expect(renewalOrder?.profile_id).toBe(originalOrder?.profile_id)
    expect(unit).toMatchObject({ due: renewal?.due_after, times_renewed: 1 })
    expect(renewal).toMatchObject({
      due_before: calculateDueDate(originalOrder?.paid_on ?? '', { isSignature: true }),
      due_after: calculateRenewedDue(renewal?.due_before ?? ''),
    })
    expect(isInRenewalWindow(renewal?.due_before ?? null, renewalOrder?.date ?? '')).toBe(true)
    expect(originalLine?.renews_subscription_id).toBeNull()
  })
})

describe('the seeded boletos', () => {
  it('belong to the orders waiting for payment, with their data in the line and without a PDF', async () => {
    const { orders, boletos } = await loadEverything(db)
    const pendingOrders = orders.filter((order) => order.status === pendingPayment)
    expect(boletos.map((boleto) => boleto.order_id)).toEqual(pendingOrders.map(({ id }) => id))
    for (const boleto of boletos) {
      const order = pendingOrders.find(({ id }) => id === boleto.order_id)
      expect(parseLine(boleto.line, referenceDate)).toMatchObject({
        valid: true,
        bank: '001',
        barcode: boleto.barcode,
        valueCents: order?.total,
        dueDate: boleto.due_date,
      })
      expect(boleto).toMatchObject({ value: order?.total, pdf_file: null })
      expect(boleto.reference).toBe(
        formatBoletoReference(boleto.order_id, 0, makeBoletoMark(order?.checkout_token ?? '')),
      )
    }
  })

  it('have one instruction each, which waits to be sent: the registration', async () => {
    const { boletos } = await loadEverything(db)
    const registrations = await db
      .selectFrom('boleto_instructions')
      .select(['boleto_id', 'instruction'])
      .execute()
    expect(registrations).toEqual(boletos.map(({ id }) => ({ boleto_id: id, instruction: 'register' })))
  })

  it('are all ready for the first remittance', async () => {
    const { boletos } = await loadEverything(db)
    const { missing, ready, faulty } = await listRemittanceInstructions(referenceDate)
    expect(missing).toEqual([])
    expect(faulty).toEqual([])
    expect(ready.map(({ boletoId }) => boletoId)).toEqual(boletos.map(({ id }) => id))
  })

  it('are never overdue, on any day the seed runs', {
    meta: { slow: 'makes the demonstration for 400 days' },
  }, () => {
    // A year with its weekends, Carnival, Easter, 20 November, Christmas and the last banking day.
    const days = Array.from({ length: 400 }, (_, index) => addDays(referenceDate, index))
    const faultyDays = days.filter((today) => {
      const { boletos, orders } = makeOrderRows(new AddressBook(), today)
      const waiting = orders.filter(({ status }) => status === pendingPayment)
      return !(
        boletos.length === 3 &&
        boletos.every(({ due_date, document_date }) => due_date >= today && document_date < today) &&
        waiting.every(({ date }) => date < today)
      )
    })
    expect(faultyDays).toEqual([])
  })

  it.each(['2026-11-25', '2026-12-28', '2027-02-09', '2027-03-28'])(
    'are three, unsent and not overdue, when seeded on %s',
    { meta: { slow: 'makes the demonstration of another day' } },
    async (today) => {
      const otherDatabase = await createDatabase(process.env.DATABASE_URL ?? '')
      try {
        await seed(otherDatabase.db, today)
        const seededBoletos = await otherDatabase.db
          .selectFrom('boletos')
          .select(['due_date', 'state'])
          .execute()
        expect(seededBoletos.map(({ due_date, state }) => [due_date >= today, state])).toEqual([
          [true, 'made'],
          [true, 'made'],
          [true, 'made'],
        ])
      } finally {
        await otherDatabase.drop()
      }
    },
  )

  it('are at most three, and the only queued jobs render their PDFs', async () => {
    const { boletos, outbox } = await loadEverything(db)
    expect(boletos.length).toBeLessThanOrEqual(3)
    const expected = boletos.map((boleto) => ({
      job: 'render-boleto',
      subject: String(boleto.order_id),
      done_at: null,
    }))
    expect(outbox.map(({ job, subject, done_at }) => ({ job, subject, done_at }))).toEqual(expected)
  })
})

/** Omits `updated_at`, which the database sets to the time of the insert. */
function omitUpdateTimes(rows: Awaited<ReturnType<typeof loadEverything>>): unknown {
  return JSON.parse(JSON.stringify(rows, (name, value) => (name === 'updated_at' ? undefined : value)))
}

/** Returns all rows of the seed, by kind, without values that differ between runs. */
async function loadEverything(source: Kysely<Database>) {
  const users = await source.selectFrom('users').selectAll().orderBy('id').execute()
  const outbox = await source.selectFrom('outbox').selectAll().orderBy('id').execute()
  return {
    settings: await source.selectFrom('settings').select(['name', 'value']).orderBy('name').execute(),
    users: users.map(({ password_hash: _, ...user }) => user),
    profiles: await source.selectFrom('profiles').selectAll().orderBy('id').execute(),
    addresses: await source.selectFrom('addresses').selectAll().orderBy('id').execute(),
    aircraft: await source.selectFrom('aircraft').selectAll().orderBy('id').execute(),
    publications: await source.selectFrom('publications').selectAll().orderBy('id').execute(),
    shippingRates: await source.selectFrom('shipping_rates').selectAll().orderBy('id').execute(),
    orders: await source.selectFrom('orders').selectAll().orderBy('id').execute(),
    orderLines: await source.selectFrom('order_lines').selectAll().orderBy('id').execute(),
    revisions: await source.selectFrom('revisions').selectAll().orderBy('id').execute(),
    publicationModels: await source.selectFrom('publication_models').selectAll().orderBy('id').execute(),
    publicationFiles: await source.selectFrom('publication_files').selectAll().orderBy('id').execute(),
    photos: await source.selectFrom('photos').selectAll().orderBy('id').execute(),
    subscriptions: await source.selectFrom('subscriptions').selectAll().orderBy('id').execute(),
    renewals: await source.selectFrom('renewals').selectAll().orderBy('id').execute(),
    shipments: await source.selectFrom('shipments').selectAll().orderBy('id').execute(),
    shipmentOrders: await source.selectFrom('shipment_orders').selectAll().orderBy('shipment_id').execute(),
    shipmentLines: await source.selectFrom('shipment_lines').selectAll().orderBy('order_line_id').execute(),
    boletos: await source.selectFrom('boletos').selectAll().orderBy('id').execute(),
    history: await source.selectFrom('history').selectAll().orderBy('id').execute(),
    outbox: outbox.map(({ created_at: _, due_by: __, ...row }) => row),
  }
}

/** Returns all orders with weight, destination and the freight of the table. */
async function listPlannedShipments() {
  const { orders, orderLines, publications, addresses, shippingRates } = await loadEverything(db)
  return orders.map((order) => {
    const lines = orderLines.filter((line) => line.order_id === order.id)
    const items = lines.flatMap((line) =>
      publications
        .filter(({ id }) => id === line.publication_id)
        .map(({ weight, is_download: isDownload }) => ({ weight, quantity: 1, isDownload })),
    )
    const addressId = order.shipping_address_id ?? order.billing_address_id
    const state = addresses.find(({ id }) => id === addressId)?.state ?? ''
    const region = isState(state) ? getRegion(state) : ''
    return { order, items, state, rates: shippingRates.filter((rate) => rate.region === region) }
  })
}
