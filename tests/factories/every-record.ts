import type { PaymentSource } from '#app/domain/payments/received-payment.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import { createCsvImport, createImport } from '#app/models/backoffice/import/imports.server.ts'
import { recordMail } from '#app/models/backoffice/mail.server.ts'
import { changePrices, previewPriceChange } from '#app/models/catalogue/price-change.server.ts'
import { requestStatusList } from '#app/models/catalogue/status-file.server.ts'
import { findCurrentBoleto } from '#app/models/charges/boleto.server.ts'
import { makePhotoPath, storePhoto } from '#app/models/checkout/photo.server.ts'
import { recordInvoice } from '#app/models/orders/invoices/invoice.server.ts'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { requestReceipt } from '#app/models/orders/receipt.server.ts'
import { hashBankFile } from '#app/models/payments/bank-file.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markFileReady } from '#app/models/platform/prepared-file.server.ts'
import { storeUnsentForm } from '#app/models/platform/unsent-form.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { createShipment } from '#app/models/shipments/shipment.server.ts'
import { issueCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { requestUnitCopy } from '#app/models/subscriptions/download.server.ts'
import { storeReturnFile } from '#tests/factories/bank-files.ts'
import { makeColleague } from '#tests/factories/colleagues.ts'
import { giveFile } from '#tests/factories/files.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { address, company, makeCustomer, newEmail, passwordHash } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeReturnFile } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { aircraftUnit } from '#tests/factories/subscriptions.ts'
import { makeDelivery } from '#tests/factories/webhooks.ts'
import { giveBoleto, giveBoletoFile } from '#tests/support/boletos.ts'

export type EveryRecord = Awaited<ReturnType<typeof makeEveryRecord>>

const today = toCivilDate(new Date())

/**
 * Creates one record of each kind, all of one company, and an account of each role. The company's name and
 * aircraft do not occur elsewhere, so a test recognizes them on pages.
 */
export async function makeEveryRecord() {
  await openShop()
  const publication = await makeDownload({ is_signature: true, has_airplane_info: true })
  const revision = await giveFile(publication)
  const units = { [`${publication}-1`]: aircraftUnit('PT-MRK') }
  const buyer = {
    email: `zenaide@${newEmail().replace('@', '.')}`,
    passwordHash: await passwordHash,
    identity: { ...company, name: 'Zenaide Marcada' },
  }
  const paidOrder = await makeOrder({ [publication]: 1 }, { units, buyer, today })
  const unpaidOrder = await makeSimilarOrder(paidOrder, publication)
  await confirmPayment(paidOrder.orderId, { actorUserId: null, source: 'test' }, today)
  const { id: unit, profile_id: profileId } = await db
    .selectFrom('subscriptions')
    .select(['id', 'profile_id'])
    .executeTakeFirstOrThrow()
  const holder = { userId: paidOrder.userId, profileId }
  const { memberIds, ...accounts } = await makeAccounts(holder)
  const users = { owner: paidOrder.userId, ...accounts }
  return {
    publication,
    profile: profileId,
    revision,
    order: paidOrder.orderId,
    email: buyer.email,
    unpaidOrder,
    unit,
    users,
    memberIds,
    photo: await makePhoto(paidOrder.userId),
    file: await makePreparedFile(unit, holder),
    session: await makeSession(paidOrder.userId),
    unsentForm: await makeUnsentForm(paidOrder.userId),
    papers: await makePapers(paidOrder.orderId, holder),
    certificateNumber: await makeCertificate(holder),
    mail: await makeMail(paidOrder.orderId),
    aircraft: await makeAircraft(profileId),
    orderFile: await makeOrderFile(paidOrder.orderId),
    invoice: await makeInvoice(paidOrder.orderId),
    withdrawal: await makeWithdrawal(paidOrder.orderId),
    shipment: await makeShipment(profileId),
    payment: await makePayment('bank/stray', 'bank-file'),
    refund: await makeRefund(paidOrder.orderId),
    pixPayment: await makePayment(`pix/E${'0'.repeat(31)}`, 'pix'),
    gatewayEvent: await makeWaitingEvent(),
    boleto: (await findCurrentBoleto(unpaidOrder))?.id ?? 0,
    remittance: await makeRemittanceRow(users.staff),
    priceChange: await makePriceChange(),
    bankFile: await makeBankFile(),
    systemImport: await createImport('http://antigo.example'),
    csvImport: await createCsvImport('clientes.csv', 'clients', users.superuser),
    ...(await makeWebhook()),
  }
}

async function makeWebhook() {
  const { endpoint, id } = await makeDelivery()
  return { endpoint: endpoint.id, delivery: id }
}

async function makeBankFile() {
  const content = makeReturnFile([])
  await putFile(hashBankFile(content).stored_name, content)
  return (await storeReturnFile(content)).id
}

async function makeRemittanceRow(created_by: number) {
  const file = { bank: '001', format: 400, sequence: 1, boletos: 1, content: 'invented\r\n', created_by }
  const inserted = await db.insertInto('remittances').values(file).executeTakeFirstOrThrow()
  return Number(inserted.insertId)
}

/** Creates a gateway event that waits for staff. */
async function makeWaitingEvent() {
  const event = {
    event_id: 'evt_every',
    name: 'TRANSFER_DONE',
    outcome: 'ignored',
    attention: 'unknown',
  } as const
  const inserted = await db
    .insertInto('gateway_events')
    .values({ ...event, processed_at: new Date() })
    .executeTakeFirstOrThrow()
  return Number(inserted.insertId)
}

/** Creates a payment that matches no boleto. Returns its id. */
async function makePayment(eventKey: string, source: PaymentSource) {
  const payment = { eventKey, source, boletoId: null, value: 100, paidOn: today, creditedOn: null }
  await receivePayment(payment, { actorUserId: null, source: 'test' }, today)
  const { id } = await db
    .selectFrom('payments')
    .select('id')
    .where('event_key', '=', eventKey)
    .executeTakeFirstOrThrow()
  return id
}

async function makeRefund(orderId: number) {
  const refund = { order_id: orderId, value: 100, refunded_on: today, document: 'TED 1', created_by: 0 }
  const inserted = await db
    .insertInto('refunds')
    .values({ ...refund, token: 'every' })
    .executeTakeFirstOrThrow()
  return Number(inserted.insertId)
}

async function makePriceChange() {
  // 110 % raises each price by a tenth.
  const percentage = 110_00
  const { seenDigest } = await previewPriceChange(percentage)
  return changePrices(
    { percentage, reason: 'Correção', seen: seenDigest, token: newEmail() },
    await makeStaff(),
  )
}

/** Creates a shipment to the owner without an order, by ordinary mail. */
async function makeShipment(profileId: number) {
  const shipment = {
    profileId,
    ownerUserId: await makeStaff(),
    type: 'SIMPLES' as const,
    value: 0,
    note: null,
    creationDate: today,
    contents: { address },
  }
  return createShipment(shipment, { actorUserId: null, source: 'test' })
}

/** Creates a second order of the same buyer, which waits for payment with its boleto. */
async function makeSimilarOrder({ orderId }: { orderId: number }, publication: number) {
  const { profile_id } = await db
    .selectFrom('orders')
    .select('profile_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const second = await makeOrder(
    { [publication]: 1 },
    { units: { [`${publication}-1`]: aircraftUnit('PT-MRK') }, today },
  )
  await db.updateTable('orders').set({ profile_id }).where('id', '=', second.orderId).execute()
  await giveBoleto(second.orderId)
  await giveBoletoFile(second.orderId, Buffer.from('%PDF-1.7 invented'))
  return second.orderId
}

async function makeAccounts(company: { userId: number; profileId: number }) {
  const mechanic = await makeColleague(company, 'mechanic')
  const buyer = await makeColleague(company, 'buyer')
  const stranger = await makeCustomer()
  const partner = await makeCustomer()
  const staff = await makeCustomer()
  const superuser = await makeCustomer()
  const deactivated = await makeCustomer()
  await db.updateTable('profiles').set({ is_partner: true }).where('user_id', '=', partner.userId).execute()
  const staffIds = [staff.userId, superuser.userId]
  await db.updateTable('users').set({ is_staff: true }).where('id', 'in', staffIds).execute()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', superuser.userId).execute()
  await db.updateTable('users').set({ is_active: false }).where('id', '=', deactivated.userId).execute()
  return {
    memberIds: { mechanic: mechanic.memberId, buyer: buyer.memberId },
    mechanic: mechanic.userId,
    buyer: buyer.userId,
    stranger: stranger.userId,
    partner: partner.userId,
    staff: staff.userId,
    superuser: superuser.userId,
    deactivated: deactivated.userId,
  }
}

async function makePhoto(userId: number) {
  const name = await storePhoto({ userId }, { type: 'image/jpeg', bytes: 3, width: 1, height: 1 })
  await putFile(makePhotoPath(name), new Uint8Array([1, 2, 3]))
  return name
}

/** Creates a prepared copy of a unit, and the shop's status file. */
async function makePreparedFile(unitId: number, holder: { userId: number; profileId: number }) {
  const id = (await requestUnitCopy(unitId, holder, today)) ?? 0
  await putFile(`prepared/${id}`, new Uint8Array([1, 2, 3]))
  await markFileReady(id, { file: `prepared/${id}`, bytes: 3 })
  await putFile('status/now', new Uint8Array([1]))
  const statusFile = {
    name: 'status.pdf',
    file: 'status/now',
    type: 'application/pdf',
    bytes: 1,
    uploadedOn: today,
  }
  await saveSetting('statusFile', statusFile)
  return id
}

function makeUnsentForm(userId: number) {
  const page = '/account/fleet'
  return storeUnsentForm(userId, { memberId: null, page, address: page, isMultipart: false, fields: [] })
}

async function makeSession(userId: number) {
  await startSession(userId)
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a prepared certificate, receipt and status list. Returns their ids. */
async function makePapers(orderId: number, holder: { userId: number; profileId: number }) {
  const { userId, profileId } = holder
  const request = { profileId, userId, subscriptionId: undefined, fileName: 'Certificate.pdf', today }
  const papers = {
    certificate: (await issueCertificate(request)) ?? 0,
    receipt: (await requestReceipt(orderId, holder)) ?? 0,
    list: await requestStatusList(today),
  }
  for (const id of Object.values(papers)) {
    await putFile(`prepared/${id}`, new Uint8Array([1, 2, 3]))
    await markFileReady(id, { file: `prepared/${id}`, bytes: 3 })
  }
  return papers
}

async function makeOrderFile(orderId: number) {
  const file = `orders/${'0'.repeat(32)}`
  await putFile(file, new Uint8Array([1, 2, 3]))
  const orderFile = {
    orderId,
    kind: 'file' as const,
    file,
    name: 'nota.pdf',
    type: 'application/pdf',
    bytes: 3,
  }
  const id = await addOrderFile(orderFile, { actorUserId: null, source: 'test' })
  return typeof id === 'number' ? id : 0
}

async function makeWithdrawal(orderId: number) {
  const inserted = await db
    .insertInto('withdrawal_requests')
    .values({ order_id: orderId })
    .executeTakeFirstOrThrow()
  return Number(inserted.insertId)
}

async function makeAircraft(profileId: number) {
  const inserted = await db
    .insertInto('aircraft')
    .values({ profile_id: profileId, registration: 'PT-ABC' })
    .executeTakeFirstOrThrow()
  return Number(inserted.insertId)
}

/** Records a mail about an order as sent, as the worker does. Returns the id of its log entry. */
async function makeMail(orderId: number) {
  const { id } = await db
    .selectFrom('outbox')
    .select('id')
    .where('subject', '=', String(orderId))
    .executeTakeFirstOrThrow()
  await recordMail(id, { to: 'alguem@exemplo.test', subject: 'Pedido' }, { state: 'sent' })
  const mail = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  return mail.id
}

/** Issues a certificate. Returns its number. */
async function makeCertificate({ userId, profileId }: { userId: number; profileId: number }) {
  await issueCertificate({ profileId, userId, subscriptionId: undefined, fileName: 'Certificate.pdf', today })
  const { number } = await db.selectFrom('certificates').select('number').executeTakeFirstOrThrow()
  return number
}

async function makeInvoice(orderId: number): Promise<number> {
  const document = { model: 'nfse', key: null, series: null, number: '1', protocol: null, files: [] } as const
  const invoice = { ...document, orderId, invoiceId: null, seenVersion: 0, authorisedAt: new Date() }
  const outcome = await recordInvoice(invoice, { actorUserId: null, source: 'test' })
  if (typeof outcome !== 'number') throw new Error('no invoice was made')
  return outcome
}
