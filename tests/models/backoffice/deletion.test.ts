import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noAircraft, unitAircraftSelection } from '#app/domain/accounts/aircraft.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { changeAddresses, changePhone } from '#app/models/accounts/account.server.ts'
import { addAircraft } from '#app/models/accounts/aircraft.server.ts'
import { receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { requestEmailChange } from '#app/models/accounts/email-request.server.ts'
import { requestPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { findViewer, startSession } from '#app/models/accounts/session.server.ts'
import { verifyCredentials } from '#app/models/accounts/user.server.ts'
import {
  anonymiseAccount,
  countLosses,
  findDeletionNotice,
  findUserToBeDeleted,
  listDueDeletions,
  requestDeletion,
  undoDeletion,
} from '#app/models/backoffice/deletion.server.ts'
import { recordMail } from '#app/models/backoffice/mail.server.ts'
import {
  anonymiseOrder,
  anonymiseShipment,
  listOrdersPastRetention,
  listShipmentsPastRetention,
} from '#app/models/backoffice/order-retention.server.ts'
import { claimPhotos, storePhoto } from '#app/models/checkout/photo.server.ts'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { confirmPayment, rejectOrder, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { saveStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory, recordHistory } from '#app/models/platform/history.server.ts'
import { createShipment, findShipment, updateShipment } from '#app/models/shipments/shipment.server.ts'
import { issueCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCart, makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { address, changeEmail, makeCustomer, newEmail, password, person } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'

const dayMs = 24 * 3_600_000
const today = toCivilDate(new Date())
const getDayFromNow = (days: number) => new Date(Date.now() + days * dayMs)
const consentToLosses = { areLossesAccepted: true, today }

async function findProfileOwner(userId: number) {
  const { id } = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, profileId: id }
}

async function findDeletionRequestId(userId: number): Promise<number> {
  const row = await db
    .selectFrom('deletion_requests')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns the rows of all tables as JSON, except those of the catalogue. */
async function dumpEverything(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()
      and table_name not in ('publications', 'revisions')`.execute(db)
  const contents = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)),
  )
  return JSON.stringify(contents.map(({ rows }) => rows))
}

test('a request deactivates the account at once and mails the cancellation deadline', async () => {
  const customer = await makeCustomer()
  const token = await startSession(customer.userId)
  const outcome = await requestDeletion(customer, { areLossesAccepted: false, today })
  expect(outcome).toEqual({ dueAt: expect.any(Date) })
  expect(await findViewer(token)).toBeUndefined()
  expect(await verifyCredentials(customer.email, password)).toBeNull()
  const [queued] = await db.selectFrom('outbox').select(['job', 'subject']).execute()
  expect(queued?.job).toBe('mail-deletion-requested')
  const notice = await findDeletionNotice(Number(queued?.subject))
  expect(notice).toMatchObject({ email: customer.email, contactName: person.name })
  expect(Math.round((Number(notice?.dueAt) - Date.now()) / dayMs)).toBe(7)
})

test('a request can be cancelled once within seven days, and the password works again', async () => {
  const customer = await makeCustomer()
  await requestDeletion(customer, consentToLosses)
  const requestId = await findDeletionRequestId(customer.userId)
  expect(await findUserToBeDeleted(customer.email)).toBe(customer.userId)
  expect(await undoDeletion(customer.userId, null)).toBe(true)
  expect(await undoDeletion(customer.userId, null)).toBe(false)
  expect(await verifyCredentials(customer.email, password)).toBe(customer.userId)
  expect(await findDeletionNotice(requestId)).toBeUndefined()
  expect(await listDueDeletions(getDayFromNow(8), 10)).toEqual([])
  expect(await anonymiseAccount(requestId, 'removed')).toBe(false)
  await requestDeletion(customer, consentToLosses)
  expect(await listDueDeletions(getDayFromNow(8), 10)).toHaveLength(1)
  const actions = (await listHistory('user', customer.userId)).map(({ action }) => action)
  expect(actions).toEqual(['deletion-requested', 'deletion-undone', 'deletion-requested'])
})

test('requires consent to lose open orders and subscriptions in force', async () => {
  const { orderId, userId } = await makeOrder({ [await makePublication({ is_signature: true })]: 1 })
  const owner = await findProfileOwner(userId)
  expect(await countLosses(owner.profileId, today)).toEqual({ orders: 1, subscriptions: 0, downloads: 0 })
  expect(await requestDeletion(owner, { areLossesAccepted: false, today })).toBe('losses')
  await confirmPayment(orderId, byStaff, today)
  expect(await countLosses(owner.profileId, today)).toEqual({ orders: 0, subscriptions: 1, downloads: 0 })
  expect(await requestDeletion(owner, { areLossesAccepted: false, today })).toBe('losses')
  expect(await db.selectFrom('deletion_requests').selectAll().execute()).toEqual([])
  expect(await requestDeletion(owner, consentToLosses)).toEqual({ dueAt: expect.any(Date) })
})

test('requires consent to lose one-off downloads, and counts a reopened order instead', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1, [await makePublication()]: 1 })
  const owner = await findProfileOwner(userId)
  await confirmPayment(orderId, byStaff, today)
  expect(await countLosses(owner.profileId, today)).toEqual({ orders: 0, subscriptions: 0, downloads: 1 })
  expect(await requestDeletion(owner, { areLossesAccepted: false, today })).toBe('losses')
  await reopenOrder(orderId, byStaff)
  expect(await countLosses(owner.profileId, today)).toEqual({ orders: 1, subscriptions: 0, downloads: 0 })
})

test('repeated requests create one request and one mail and return the first due date', async () => {
  const customer = await makeCustomer()
  const firstOutcome = await requestDeletion(customer, {
    ...consentToLosses,
    now: new Date('2026-11-20T12:00:00Z'),
  })
  const secondRequests = await Promise.all([
    requestDeletion(customer, consentToLosses),
    requestDeletion(customer, consentToLosses),
  ])
  expect(secondRequests).toEqual([firstOutcome, firstOutcome])
  expect(await db.selectFrom('deletion_requests').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(1)
})

test.each(['is_staff', 'is_superuser'] as const)(
  'rejects a deletion request of an account with the role %s',
  async (role) => {
    const customer = await makeCustomer()
    await db
      .updateTable('users')
      .set({ [role]: true })
      .where('id', '=', customer.userId)
      .execute()
    expect(await requestDeletion(customer, consentToLosses)).toBe('staff')
    expect(await verifyCredentials(customer.email, password)).toBe(customer.userId)
    const token = await startSession(customer.userId)
    expect((await findViewer(token))?.isStaff).toBe(true)
  },
)

test('a contact message with an account’s e-mail does not belong to the account', async () => {
  const customer = await makeCustomer()
  const message = { name: 'Outra pessoa', email: customer.email, phone: null, text: 'De outra pessoa' }
  await receiveContactMessage(message, { token: 'form', address: '192.0.2.1' })
  await requestDeletion(customer, consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(customer.userId), 'removed')
  expect(await db.selectFrom('contact_messages').select(['name', 'email', 'text']).execute()).toEqual([
    { name: 'Outra pessoa', email: customer.email, text: 'De outra pessoa' },
  ])
})

test('when a deletion and its cancellation run at once, only one takes effect', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const requestId = await requestDeletion(await findProfileOwner(userId), consentToLosses).then(() =>
    findDeletionRequestId(userId),
  )
  // The later rounds prove that a cancelled deletion also has no effect when its job runs again.
  for (const _ of [1, 2, 3, 4, 5]) {
    const [isUndone, isDeleted] = await Promise.all([
      undoDeletion(userId, null),
      anonymiseAccount(requestId, 'removed'),
    ])
    const { status } = await db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect([isDeleted, status]).toEqual(
      isUndone || !isDeleted ? [false, orderStatus.pendingPayment] : [true, orderStatus.cancelled],
    )
    if (isDeleted) return
  }
})

test('a removal that fails because the new name is too long leaves the orders unchanged', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  await requestDeletion(await findProfileOwner(userId), consentToLosses)
  await expect(anonymiseAccount(await findDeletionRequestId(userId), 'x'.repeat(200))).rejects.toThrow()
  const { status } = await db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(status).toBe(orderStatus.pendingPayment)
})

test('removing an account without orders erases all its personal data', async () => {
  const email = newEmail()
  const identity = { ...person, name: 'Zilda Fictícia', phone: '14988887777' }
  const customer = await makeCustomer({ email, identity })
  await startSession(customer.userId, 'Firefox')
  await addAircraft(customer.profileId, {
    registration: 'PT-ZZZ',
    isForeign: false,
    serialNumber: '1',
    fuel: 1,
    nickname: null,
  })
  await makeCart({ [await makeDownload()]: 1 }, { userId: customer.userId })
  await requestPasswordLink({ address: '192.0.2.1', email })
  const message = { name: identity.name, phone: identity.phone, text: 'Sou a Zilda' }
  const sender = { token: 'form', address: '192.0.2.1', userId: customer.userId }
  await receiveContactMessage({ ...message, email }, sender)
  await requestEmailChange(customer.userId, { email: `novo-${email}`, address: '192.0.2.1' })
  await changeEmail(customer.userId, `${email}.br`)
  await receiveContactMessage({ ...message, email: 'zilda@exemplo.test' }, sender)
  await storePhoto({ userId: customer.userId }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
  await changePhone(customer, '11977776666')
  await changeAddresses(customer, {
    billing: { ...address, street: 'Travessa do Esquecido' },
    shipping: null,
  })
  await requestDeletion(customer, consentToLosses)
  expect(await anonymiseAccount(await findDeletionRequestId(customer.userId), 'removed')).toBe(true)
  const dump = await dumpEverything()
  for (const trace of [
    '11977776666',
    'Esquecido',
    address.street,
    'Zilda',
    email,
    '14988887777',
    person.cpf ?? '',
    'Hélices',
    'PT-ZZZ',
    'Firefox',
    'argon2',
    'zilda@',
  ])
    expect(dump).not.toContain(trace)
  for (const table of [
    'sessions',
    'aircraft',
    'carts',
    'cart_items',
    'password_resets',
    'addresses',
  ] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  expect(await db.selectFrom('users').selectAll().execute()).toMatchObject([
    { email: `removido-${customer.userId}@invalid`, password_hash: null, is_active: false },
  ])
  expect(await db.selectFrom('photos').select('user_id').execute()).toEqual([{ user_id: null }])
})

test('removing an account erases its never confirmed e-mail from the mail log, but no other e-mail', async () => {
  const customer = await makeCustomer()
  const requestedEmail = newEmail()
  await requestEmailChange(customer.userId, { email: requestedEmail, address: '192.0.2.1' })
  const strangerEmail = newEmail()
  for (const [outbox_id, to_address] of [requestedEmail, strangerEmail].entries())
    await db
      .insertInto('mails')
      .values({
        outbox_id: outbox_id + 1,
        job: 'send-email-link',
        subject_ref: '1',
        user_id: null,
        to_address,
        subject: 'Confirme seu novo e-mail',
        state: 'sent',
      })
      .execute()
  await requestDeletion(customer, consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(customer.userId), 'removed')
  const mails = await db.selectFrom('mails').select('to_address').orderBy('outbox_id').execute()
  expect(mails.map((mail) => mail.to_address)).toEqual([`removido-${customer.userId}@invalid`, strangerEmail])
})

test('removing an account erases a requested e-mail from the mail log even after its request was swept', async () => {
  const customer = await makeCustomer()
  const requestedEmail = newEmail()
  await requestEmailChange(customer.userId, { email: requestedEmail, address: '192.0.2.1' })
  const { id } = await db
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'send-email-link')
    .executeTakeFirstOrThrow()
  await recordMail(id, { to: requestedEmail, subject: 'Confirme seu novo e-mail' }, { state: 'sent' })
  // The sweep deletes old requests.
  await db.deleteFrom('email_requests').execute()
  await requestDeletion(customer, consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(customer.userId), 'removed')
  expect(await dumpEverything()).not.toContain(requestedEmail)
})

test('a removal takes effect once when run twice concurrently, and cannot be cancelled afterwards', async () => {
  const customer = await makeCustomer()
  await requestDeletion(customer, consentToLosses)
  const requestId = await findDeletionRequestId(customer.userId)
  const outcomes = await Promise.all([anonymiseAccount(requestId, 'x'), anonymiseAccount(requestId, 'x')])
  expect(outcomes.toSorted()).toEqual([false, true])
  expect(await undoDeletion(customer.userId, null)).toBe(false)
})

test('removing an account keeps the payer of its orders, cancels open orders and suspends subscriptions', async () => {
  const { orderId: paidOrderId, userId } = await makeOrder({
    [await makeDownload({ is_signature: true })]: 1,
  })
  const owner = await findProfileOwner(userId)
  await confirmPayment(paidOrderId, byStaff, today)
  await db
    .insertInto('orders')
    .columns([
      'profile_id',
      'status',
      'date',
      'total_publications',
      'shipping_value',
      'total',
      'shipping_type',
      'billing_address_id',
      'payer_name',
      'payer_document',
      'checkout_token',
    ])
    .expression((eb) =>
      eb
        .selectFrom('orders')
        .select([
          'profile_id',
          eb.lit(orderStatus.underReview).as('status'),
          'date',
          'total_publications',
          'shipping_value',
          'total',
        ])
        .select(['shipping_type', 'billing_address_id', 'payer_name', 'payer_document'])
        .select(eb.val('0'.repeat(32)).as('checkout_token')),
    )
    .execute()
  await requestDeletion(owner, consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(userId), 'removed')
  const orders = await db.selectFrom('orders').selectAll().orderBy('id').execute()
  expect(orders.map(({ status }) => status)).toEqual([orderStatus.confirmed, orderStatus.cancelled])
  for (const order of orders)
    expect(order).toMatchObject({ payer_name: person.name, payer_document: person.cpf, anonymised_at: null })
  expect(await db.selectFrom('addresses').select('street').execute()).toContainEqual({
    street: address.street,
  })
  const [unit] = await db.selectFrom('subscriptions').select('suspended_at').execute()
  expect(unit?.suspended_at).toBeInstanceOf(Date)
})

test('a printed copy of a paid order is not suspended when its account is removed', async () => {
  const { orderId, userId } = await makeOrder({ [await makePublication()]: 1 })
  await confirmPayment(orderId, byStaff, today)
  await requestDeletion(await findProfileOwner(userId), consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(userId), 'removed')
  const [unit] = await db.selectFrom('subscriptions').select('suspended_at').execute()
  expect(unit?.suspended_at).toBeNull()
})

/** Removes an account with an order. As in the checkout, the photo belongs to a cart before the order claims it. */
async function removeAccountWithOrder() {
  const publication = await makePublication({ has_airplane_info: true, has_photo_upload: true })
  const cart = await makeCart({ [publication]: 1 })
  const photo = await storePhoto({ cartId: cart.id }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
  await db.deleteFrom('cart_items').where('cart_id', '=', cart.id).execute()
  const unit = { registration: 'LV-ZZZ', isForeign: true, serialNumber: '77', fuel: 1, photo: null }
  const { orderId, userId } = await makeOrder({ [publication]: 1 }, { units: { [`${publication}-1`]: unit } })
  await db.transaction().execute((trx) => claimPhotos(trx, { names: [photo], cartId: cart.id, userId }))
  await db.updateTable('order_lines').set({ photo }).where('order_id', '=', orderId).execute()
  await requestDeletion(await findProfileOwner(userId), consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(userId), 'removed')
  return { orderId, photo }
}

test('lists an order past retention only if its account is removed and its date and payment are old enough', async () => {
  const { orderId } = await removeAccountWithOrder()
  await makeOrder({ [await makeDownload()]: 1 })
  expect(await listOrdersPastRetention('2026-11-21', 10)).toEqual([])
  expect(await listOrdersPastRetention('2027-01-01', 10)).toEqual([{ id: orderId }])
  await db.updateTable('orders').set({ paid_on: '2027-01-02' }).where('id', '=', orderId).execute()
  expect(await listOrdersPastRetention('2027-01-01', 10)).toEqual([])
})

test('anonymising an order erases payer, addresses, aircraft and photo, but not its total or the city', async () => {
  const { orderId, photo } = await removeAccountWithOrder()
  await anonymiseOrder(orderId, 'removed')
  await anonymiseOrder(orderId, 'removed')
  const dump = await dumpEverything()
  for (const trace of [person.name, person.cpf ?? '', 'Hélices', 'LV-ZZZ']) expect(dump).not.toContain(trace)
  expect(await db.selectFrom('order_lines').select(unitAircraftSelection).execute()).toEqual([noAircraft])
  const [order] = await db.selectFrom('orders').selectAll().where('id', '=', orderId).execute()
  expect(order).toMatchObject({ payer_name: 'removed', payer_document: '', total: 80_00 + 22_50 })
  expect(await db.selectFrom('addresses').select(['city', 'state', 'zip_code']).execute()).toEqual([
    { city: 'Botucatu', state: 'SP', zip_code: '00000000' },
  ])
  expect(await db.selectFrom('photos').select(['name', 'user_id', 'claimed_at']).execute()).toEqual([
    { name: photo, user_id: null, claimed_at: null },
  ])
  expect(await listOrdersPastRetention('2099-01-01', 10)).toEqual([])
})

test('anonymising an order and its shipment erases the person from all tables, but keeps the certificate', async () => {
  const publication = await makeDownload({ is_signature: true, has_airplane_info: true })
  const unit = { registration: 'PT-ZZZ', isForeign: false, serialNumber: 'série-77', fuel: 1, photo: null }
  const { orderId, userId } = await makeOrder({ [publication]: 1 }, { units: { [`${publication}-1`]: unit } })
  const owner = await findProfileOwner(userId)
  await confirmPayment(orderId, byStaff, today)
  const request = { ...owner, subscriptionId: undefined, fileName: 'Certificado.pdf', today }
  expect(await issueCertificate(request)).toBeDefined()
  const shipmentId = await makeDirectShipment(owner.profileId, { note: 'Falar com a Zilda' })
  await db.insertInto('shipment_orders').values({ shipment_id: shipmentId, order_id: orderId }).execute()
  const withdrawal = { order_id: orderId, reason: 'Zilda desistiu', refund_to: 'pix da Zilda' }
  await db.insertInto('withdrawal_requests').values(withdrawal).execute()
  await requestDeletion(owner, consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(userId), 'removed')
  await anonymiseOrder(orderId, 'removed')
  await anonymiseShipment(shipmentId)
  const dump = await dumpEverything()
  for (const trace of ['PT-ZZZ', 'série-77', 'Zilda', 'Travessa do Leme']) expect(dump).not.toContain(trace)
  expect(await db.selectFrom('certificates').select('number').execute()).toHaveLength(1)
})

test('anonymising an order erases all values that staff entered, but not the entries of their changes', async () => {
  const publication = await makeDownload({ is_signature: true, has_airplane_info: true })
  const unit = { registration: 'PT-ZZZ', isForeign: false, serialNumber: 'série-77', fuel: 1, photo: null }
  const { orderId, userId } = await makeOrder({ [publication]: 1 }, { units: { [`${publication}-1`]: unit } })
  const owner = await findProfileOwner(userId)
  await confirmPayment(orderId, byStaff, today)
  const edit = { note: 'Falar com a Zilda', purchaseOrder: 'Zilda 7/2026', nfe: undefined, lock_version: 0 }
  expect(await saveStaffOrder(orderId, edit, byStaff)).toBe('saved')
  const { id: subscriptionId } = await db.selectFrom('subscriptions').select('id').executeTakeFirstOrThrow()
  await db.updateTable('subscriptions').set({ notes: 'Zilda avisada' }).execute()
  const actorUserId = await makeStaff()
  const changes = { registration: ['PT-ZZZ', 'PT-YYY'], notes: [null, 'Zilda avisada'] }
  await db.transaction().execute((trx) =>
    recordHistory(trx, {
      entity: 'subscription',
      entityId: subscriptionId,
      action: 'changed',
      actorUserId,
      details: { changes },
    }),
  )
  const shipmentId = await makeDirectShipment(owner.profileId, { note: 'A Zilda recebe' })
  await db.insertInto('shipment_orders').values({ shipment_id: shipmentId, order_id: orderId }).execute()
  await updateShipment(shipmentId, { note: 'Só a Zilda recebe' }, byStaff)
  const orderFile = {
    kind: 'file' as const,
    file: `orders/${'1'.repeat(32)}`,
    name: 'NF Zilda.pdf',
    bytes: 3,
  }
  await addOrderFile({ orderId, ...orderFile, type: 'application/pdf' }, byStaff)
  await db.transaction().execute((trx) =>
    recordHistory(trx, {
      entity: 'order',
      entityId: orderId,
      action: 'photo-wanted',
      actorUserId,
      details: { reason: 'Zilda, a placa inteira' },
    }),
  )
  await requestDeletion(owner, consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(userId), 'removed')
  expect(await dumpEverything()).toContain('Zilda')
  await anonymiseOrder(orderId, 'removed')
  const dump = await dumpEverything()
  for (const trace of ['Zilda', 'PT-ZZZ', 'PT-YYY', 'Travessa do Leme']) expect(dump).not.toContain(trace)
  const changeEntries = (await listHistory('order', orderId)).filter(({ action }) => action === 'changed')
  expect(changeEntries).toMatchObject([{ details: null }])
})

test('stores a rejection reason only in the order, and anonymising the order erases it', async () => {
  const { orderId, userId } = await makeOrderUnderReview()
  await rejectOrder(orderId, 'A foto é da Zilda', byStaff)
  // Two parts: the reason occurs exactly once.
  expect((await dumpEverything()).split('A foto é da Zilda')).toHaveLength(2)
  const rejectionEntry = (await listHistory('order', orderId)).find(({ action }) => action === 'rejected')
  expect(JSON.parse(rejectionEntry?.details ?? '')).toMatchObject({ hasReason: true })
  await requestDeletion(await findProfileOwner(userId), consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(userId), 'removed')
  await anonymiseOrder(orderId, 'removed')
  expect(await dumpEverything()).not.toContain('Zilda')
})

function makeDirectShipment(profileId: number, { note }: { note: string }) {
  return makeStaff().then((ownerUserId) =>
    createShipment(
      {
        profileId,
        ownerUserId,
        type: 'PAC',
        value: null,
        note,
        creationDate: '2026-11-04',
        contents: { address: { ...address, street: 'Travessa do Leme' } },
      },
      byStaff,
    ),
  )
}

test('erases note and address of a removed account’s shipment without order after the retention of orders', async () => {
  const customer = await makeCustomer()
  const id = await makeDirectShipment(customer.profileId, { note: 'Brinde da feira' })
  expect(await listShipmentsPastRetention('2099-01-01', 10)).toEqual([])
  await requestDeletion(customer, consentToLosses)
  await anonymiseAccount(await findDeletionRequestId(customer.userId), 'removed')
  expect(await listShipmentsPastRetention('2026-01-01', 10)).toEqual([])
  expect(await listShipmentsPastRetention('2027-01-01', 10)).toEqual([id])
  await db.updateTable('shipments').set({ send_date: '2027-01-02' }).where('id', '=', id).execute()
  expect(await listShipmentsPastRetention('2027-01-01', 10)).toEqual([])
  await anonymiseShipment(id)
  expect(await listShipmentsPastRetention('2099-01-01', 10)).toEqual([])
  const dump = await dumpEverything()
  for (const trace of ['Travessa do Leme', 'Brinde da feira']) expect(dump).not.toContain(trace)
  expect(await findShipment(id)).toMatchObject({ note: null, anonymised_at: expect.any(Date) })
})
