import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '#app/domain/accounts/identity.ts'
import type { MailName } from '#app/domain/platform/effect.ts'
import { env } from '#app/env.server.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { applyImport } from '#app/import/import.server.ts'
import { changeAddresses, changePhone } from '#app/models/accounts/account.server.ts'
import { addAircraft } from '#app/models/accounts/aircraft.server.ts'
import { acceptInvitation } from '#app/models/accounts/colleagues/invitation.server.ts'
import { receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { requestEmailChange } from '#app/models/accounts/email-request.server.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import {
  createCsvImport,
  createImport,
  setImportState,
} from '#app/models/backoffice/import/imports.server.ts'
import { recordMail } from '#app/models/backoffice/mail.server.ts'
import { saveColumns, saveView } from '#app/models/backoffice/saved-view.server.ts'
import { findOrCreateDraft, saveDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { makePhotoPath, storePhoto } from '#app/models/checkout/photo.server.ts'
import { storeFreightQuote } from '#app/models/checkout/shipping.server.ts'
import { addOrderFile } from '#app/models/orders/order-file.server.ts'
import { confirmPayment, rejectOrder } from '#app/models/orders/order-status.server.ts'
import { requestReceipt } from '#app/models/orders/receipt.server.ts'
import { saveStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { hashBankFile, requestApplying } from '#app/models/payments/bank-file.server.ts'
import { recordRefund } from '#app/models/payments/refund.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { claimKey, storeResponse } from '#app/models/platform/idempotency-key.server.ts'
import { markFileReady } from '#app/models/platform/prepared-file.server.ts'
import { storeUnsentForm } from '#app/models/platform/unsent-form.server.ts'
import { createShipment, updateShipment } from '#app/models/shipments/shipment.server.ts'
import { issueCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { requestUnitCopy } from '#app/models/subscriptions/download.server.ts'
import { makeSecondFactor } from '#tests/factories/accounts/second-factor.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { storeReturnFile } from '#tests/factories/bank-files.ts'
import { findInvitationToken, makeColleague, makeInvitation } from '#tests/factories/colleagues.ts'
import { giveFile } from '#tests/factories/files.ts'
import { makeCart, makeOrderUnderReview, placeNewOrder } from '#tests/factories/orders.ts'
import { changeEmail, makeCustomer, newEmail, passwordHash } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeReturnFile } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeEndpoint } from '#tests/factories/webhooks.ts'
import { giveBoleto, giveBoletoFile } from '#tests/support/boletos.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

/** Texts that identify the person's data: a word in all texts, and the person's numbers. */
export const personMarks = ['zqxwkv', '39053344705', '11444777000161', '14987650011', '18611999'] as const

const identity: Identity = {
  isCompany: true,
  name: 'Zqxwkv Inventada',
  companyName: 'Zqxwkv Aviação Ltda.',
  cpf: null,
  cnpj: '11444777000161',
  ie: 'ZQXWKV12345',
  phone: '14987650011',
}
const home = {
  zip_code: '18611999',
  street: 'Rua Zqxwkv',
  number: 'Zqxwkv 7',
  complement: 'Sala Zqxwkv',
  province: 'Vila Zqxwkv',
  city: 'Zqxwkvlândia',
  state: 'SP',
}
const makeUnit = (photo: string | null) => ({
  registration: 'PT-ZQXWKV',
  isForeign: false,
  serialNumber: 'zqxwkv-7',
  fuel: 1 as const,
  photo,
})
const today = '2026-11-21'

/**
 * Creates a customer, formerly staff and colleague of another company, with one of `personMarks` in each column of
 * `personalTextColumns`.
 */
export async function createTraces() {
  await openShop()
  await makeEndpoint()
  const staffId = await makeStaff()
  const publication = await makeDownload({ is_signature: true, has_airplane_info: true })
  await giveFile(publication)
  const buyer = { email: 'zqxwkv@exemplo.test', passwordHash: await passwordHash, identity }
  const units = { [`${publication}-1`]: makeUnit(null) }
  const { orderId, userId } = await placeNewOrder(
    { [publication]: 1 },
    { units, buyer, billing: home, shipping: { ...home, street: 'Travessa Zqxwkv' } },
  )
  const { id: profileId } = await db
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const holder = { userId, profileId }
  await giveBoleto(orderId)
  await giveBoletoFile(orderId, markedBytes)
  await fillAccount(holder)
  await fillShop(holder)
  await fillOrder({ orderId, holder, staffId })
  await createOrderUnderReview(holder)
  await createPapers(orderId, holder)
  await createInvoice(orderId)
  await fillBankFiles(orderId, staffId)
  await fillImports(staffId)
  await fillStaffAccount(holder)
  await fillOtherCompany(holder)
  return { ...holder, orderId }
}

type Holder = { userId: number; profileId: number }
const markedBytes = Buffer.from('zqxwkv in a file')

async function fillAccount({ userId, profileId }: Holder) {
  // A company has no CPF, but every column of personal data must be filled.
  await db.updateTable('profiles').set({ cpf: '39053344705' }).where('id', '=', profileId).execute()
  await startSession(userId, 'Zqxwkv/1.0')
  await changeEmail(userId, 'zqxwkv.outra@exemplo.test')
  await requestEmailChange(userId, { email: 'zqxwkv.terceira@exemplo.test', address: '192.0.2.7' })
  for (const { id, subject } of await db
    .selectFrom('outbox')
    .select(['id', 'subject'])
    .where('job', '=', 'send-email-link')
    .execute())
    await recordMail(id, { to: 'zqxwkv.terceira@exemplo.test', subject }, { state: 'sent' })
  await changePhone({ userId, profileId }, '14987650011')
  await changeAddresses({ userId, profileId }, { billing: home, shipping: { ...home, number: 'Zqxwkv 8' } })
  await addAircraft(profileId, { ...makeUnit(null), nickname: 'Zqxwkv velho' })
  await withTransaction((trx) => indexPeople(trx, [profileId]))
}

/** Sends the waiting mails of this name, so that the mail log contains them. */
async function runMails(name: MailName) {
  const events = await db.selectFrom('outbox').select(['id', 'subject']).where('job', '=', name).execute()
  for (const { id, subject } of events) await requireMailJob(name).run(subject, { id })
  // Without a mail server, mails are files, as in development.
  await rm(join(env.DATA_DIR, 'mail'), { recursive: true, force: true })
}

/** Creates a contact message, a cart with a draft, an unsent form, an API response and a photo. */
async function fillShop({ userId }: Holder) {
  const message = {
    name: 'Zqxwkv',
    email: 'zqxwkv.casa@exemplo.test',
    phone: '14987650011',
    text: 'Aqui é a Zqxwkv',
  }
  await receiveContactMessage(message, { token: 'form', address: '192.0.2.7', userId })
  await runMails('acknowledge-contact-message')
  const cart = await makeCart({ [await makeDownload()]: 1 }, { userId })
  await findOrCreateDraft(cart.id)
  await saveDraft(cart.id, { name: 'Zqxwkv' })
  await storeFreightQuote({ cep: '18611999', weightKg: 1 }, [])
  await storeUnsentForm(userId, {
    memberId: null,
    page: '/orders?search=zqxwkv',
    address: '/account/profile?zqxwkv',
    isMultipart: false,
    fields: [['name', 'Zqxwkv']],
  })
  const apiCall = { keyHash: '1'.repeat(64), requestHash: '2'.repeat(64) }
  await claimKey(apiCall, new Date())
  await storeResponse(apiCall, { status: 200, body: '{"name":"Zqxwkv"}' })
  const photo = await storePhoto({ userId }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
  await putFile(makePhotoPath(photo), markedBytes)
}

type OrderTraces = { orderId: number; holder: Holder; staffId: number }

/** Pays the order, and creates its notes, file, invoice, withdrawal, refund and shipments. */
async function fillOrder({ orderId, holder: { profileId }, staffId }: OrderTraces) {
  await confirmPayment(orderId, byStaff, today)
  const edit = { note: 'Ligar para a Zqxwkv', purchaseOrder: 'Zqxwkv 7', nfe: undefined, lock_version: 0 }
  await saveStaffOrder(orderId, edit, byStaff)
  const file = `orders/${'7'.repeat(32)}`
  await putFile(file, markedBytes)
  const orderFile = {
    orderId,
    kind: 'file' as const,
    file,
    name: 'Zqxwkv.pdf',
    type: 'application/pdf',
    bytes: 3,
  }
  await addOrderFile(orderFile, byStaff)
  await db
    .insertInto('invoices')
    .values({
      order_id: orderId,
      model: 'nfe',
      state: 'refused',
      is_live: null,
      reference: 'zq',
      messages: 'Rejeição: IE da ZQXWKV não vinculada ao CNPJ',
    })
    .execute()
  await db.updateTable('subscriptions').set({ notes: 'Zqxwkv avisada' }).execute()
  const withdrawal = { order_id: orderId, reason: 'Zqxwkv desistiu', refund_to: 'Pix da Zqxwkv' }
  const request = await db.insertInto('withdrawal_requests').values(withdrawal).executeTakeFirstOrThrow()
  await db
    .insertInto('withdrawal_answers')
    .values({ request_id: Number(request.insertId), outcome: 'refused', reason: 'A Zqxwkv abriu o lacre' })
    .execute()
  await recordRefund(
    {
      orderId,
      paymentId: null,
      value: 100,
      refundedOn: today,
      document: 'Pix a Zqxwkv',
      note: 'Combinado com a Zqxwkv',
      token: 'zq',
    },
    { actorUserId: staffId, source: 'staff' },
  )
  const refund = await db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const reason = 'A Zqxwkv recebeu de outra forma'
  const reasonFields = { reason, created_by: staffId }
  await db
    .insertInto('refund_reversals')
    .values({ ...reasonFields, refund_id: refund.id, reversed_on: today })
    .execute()
  await db
    .insertInto('refund_waivers')
    .values({ ...reasonFields, order_id: orderId, value: 100, token: 'zq' })
    .execute()
  const shipment = {
    profileId,
    ownerUserId: staffId,
    type: 'PAC' as const,
    value: null,
    note: 'Brinde da Zqxwkv',
    creationDate: today,
  }
  const directShipment = await createShipment({ ...shipment, contents: { address: home } }, byStaff)
  await updateShipment(directShipment, { note: 'Outro brinde da Zqxwkv' }, byStaff)
  const sentShipment = await db
    .insertInto('shipments')
    .values({ profile_id: profileId, owner_user_id: staffId, type: 'PAC', creation_date: today })
    .executeTakeFirstOrThrow()
  const reasons = { note: 'A Zqxwkv recebe', cancel_reason: 'A Zqxwkv viajou' }
  await db.updateTable('shipments').set(reasons).where('id', '=', Number(sentShipment.insertId)).execute()
  await db
    .insertInto('shipment_orders')
    .values({ shipment_id: Number(sentShipment.insertId), order_id: orderId })
    .execute()
}

/** Creates a second order: with a photo, a request for another photo, and a rejection. */
async function createOrderUnderReview({ userId, profileId }: Holder) {
  const { orderId } = await makeOrderUnderReview()
  const payer = { profile_id: profileId, payer_name: 'Zqxwkv', payer_document: '39053344705' }
  await db.updateTable('orders').set(payer).where('id', '=', orderId).execute()
  const { photo } = await db
    .selectFrom('order_lines')
    .select('photo')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await putFile(makePhotoPath(photo ?? ''), markedBytes)
  await db.updateTable('photos').set({ user_id: userId }).where('name', '=', photo).execute()
  await db
    .insertInto('photo_requests')
    .values({ order_id: orderId, reason: 'Zqxwkv, a placa toda', is_open: null })
    .execute()
  await rejectOrder(orderId, 'A foto é da Zqxwkv', byStaff)
}

/** Creates an invoice with texts of staff and of the tax office, and stores the buyer's IE. */
async function createInvoice(orderId: number) {
  await db
    .updateTable('orders')
    .set({ payer_ie: 'ZQXWKV', payer_contributor: '1' })
    .where('id', '=', orderId)
    .execute()
  const texts = { messages: 'Destinatário Zqxwkv', cancel_reason: 'A Zqxwkv desistiu da compra' }
  const invoice = { order_id: orderId, model: 'nfe', state: 'cancelled', is_live: null } as const
  const { insertId } = await db
    .insertInto('invoices')
    .values({ ...invoice, ...texts, reference: `pedido-${orderId}-nfe-1`, asked_at: new Date() })
    .executeTakeFirstOrThrow()
  const letter = { text: 'O nome correto é Zqxwkv da Silva', messages: 'Zqxwkv' }
  await db
    .insertInto('invoice_corrections')
    .values({ ...letter, invoice_id: Number(insertId), state: 'refused', is_open: null })
    .execute()
}

/** Creates a prepared copy, certificate and receipt. */
async function createPapers(orderId: number, holder: Holder) {
  const { id } = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('profile_id', '=', holder.profileId)
    .executeTakeFirstOrThrow()
  const request = { ...holder, subscriptionId: undefined, fileName: 'Zqxwkv.pdf', today }
  const paperIds = [
    await requestUnitCopy(id, holder, today),
    await issueCertificate(request),
    await requestReceipt(orderId, holder),
  ]
  for (const paperId of paperIds) {
    await putFile(`prepared/${paperId}`, markedBytes)
    await markFileReady(paperId ?? 0, { file: `prepared/${paperId}`, bytes: markedBytes.length })
  }
}

/** Creates data of the bank's files, with and without a known boleto. */
async function fillBankFiles(orderId: number, staffId: number) {
  const remittance = { bank: '001', format: 400, sequence: 1, boletos: 1, content: 'ZQXWKV\r\n' }
  await db
    .insertInto('remittances')
    .values({ ...remittance, created_by: staffId })
    .execute()
  const content = makeReturnFile([
    { code: '06', number: '0000000001', paid: 80_00 },
    { code: '06', number: '0000000002', paid: 80_00 },
  ])
  await putFile(hashBankFile(content).stored_name, markedBytes)
  const { id: fileId } = await storeReturnFile(content)
  await db.updateTable('bank_files').set({ doubts: '[{"line":1,"fault":"count"}]' }).execute()
  await requestApplying(fileId, staffId, { isVouchedFor: true, reason: 'O banco confirmou a da Zqxwkv' })
  const payer = { payer_name: 'ZQXWKV', payer_document: '11444777000161' }
  await db.updateTable('bank_file_lines').set(payer).execute()
  const [line] = await db.selectFrom('bank_file_lines').select('id').orderBy('id').execute()
  const boleto = await db
    .selectFrom('boletos')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('bank_file_lines')
    .set({ boleto_id: boleto.id })
    .where('id', '=', line?.id ?? 0)
    .execute()
  for (const order_id of [orderId, null]) {
    const { insertId } = await db
      .insertInto('payments')
      .values({
        event_key: `zq/${order_id}`,
        source: 'bank-file',
        boleto_id: null,
        order_id,
        value: 1,
        paid_on: today,
        credited_on: null,
        problem: 'unmatched',
        resolution: 'dismissed',
        resolution_note: 'Devolvido à Zqxwkv',
      })
      .executeTakeFirstOrThrow()
    await db
      .insertInto('pix_refunds')
      .values({
        payment_id: Number(insertId),
        order_id,
        end_to_end_id: 'E'.repeat(32),
        refund_key: `zq${order_id}`,
        value: 1,
        note: 'Pix de volta à Zqxwkv',
        created_by: 1,
      })
      .execute()
  }
  const resolution = {
    attention: 'unknown',
    resolved_at: new Date(),
    resolution_note: 'A Zqxwkv ligou',
  } as const
  const event = { event_id: 'evt_zq', name: 'TRANSFER_DONE', outcome: 'ignored' } as const
  await db
    .insertInto('gateway_events')
    .values({ ...event, ...resolution, processed_at: new Date() })
    .execute()
}

/** Creates a record of the person in three imports: applied, not applied, and a finished CSV import. */
async function fillImports(staffId: number) {
  const systemImport = await createImport('http://antigo.example')
  const unappliedImport = await createImport('http://outro.example')
  const csvImport = await createCsvImport('clientes.csv', 'clients', staffId)
  for (const import_id of [systemImport, unappliedImport, csvImport])
    await db
      .insertInto('import_records')
      .values({
        import_id,
        kind: 'profiles',
        legacy_id: 7,
        place: 'linha da Zqxwkv',
        body: '{"name":"Zqxwkv"}',
        state: 'applied',
        pass: 1,
        key_text: 'zqxwkv@exemplo.test',
        other_key: '11444777000161',
        changes: '{"name":["Zqxwkv","Zqxwkv Inventada"]}',
        problems: '{"email":["zqxwkv@exemplo.test"]}',
      })
      .execute()
  await applyImport(systemImport, {
    name: '',
    async *read() {},
    openFile: () => Promise.reject(new Error('no files')),
  })
  await setImportState(csvImport, 'done')
}

/** Creates a second factor, a passkey and a saved view, which only staff have. */
async function fillStaffAccount({ userId }: Holder) {
  await makeSecondFactor(userId)
  await db
    .updateTable('second_factors')
    .set({ secret: 'sealed zqxwkv' })
    .where('user_id', '=', userId)
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      user_id: userId,
      name: 'Telefone da Zqxwkv',
      domain: 'loja.exemplo.test',
      credential_id: 'zq',
      public_key: 'zq',
      counter: 0,
      transports: '',
    })
    .execute()
  await db.updateTable('users').set({ password_hash: 'hash of zqxwkv' }).where('id', '=', userId).execute()
  await saveView({ userId, list: 'orders' }, { name: 'Zqxwkv', query: 'search=zqxwkv' })
  await saveColumns({ userId, list: 'orders' }, ['number'])
}

/** Makes the person a mechanic of another company, with a copy, and invites the person to a third company. */
async function fillOtherCompany(person: Holder) {
  const company = await makeCustomer()
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const memberId = await makeInvitation(company, email, 'mechanic')
  await acceptInvitation(await findInvitationToken(memberId), { ...person, email }, 'mechanic')
  await makeInvitation(await makeCustomer(), email, 'buyer')
  await makeColleague(person, 'mechanic')
  await makeInvitation(person, 'zqxwkv.convidada@exemplo.test')
  await runMails('send-invitation')
  const { id: copyId, ...copy } = await db
    .selectFrom('copies')
    .selectAll()
    .where('profile_id', '=', person.profileId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('copies')
    .values({
      ...copy,
      profile_id: company.profileId,
      subscription_id: null,
      number: copy.number + copyId,
      person_user_id: person.userId,
      stamp: JSON.stringify({ name: 'Outra', document: '', email: newEmail(), person: 'Zqxwkv' }),
    })
    .execute()
}

/** Creates another person with an order, all marked by `otherMark`. The erasure must not change these data. */
export async function makeBystander() {
  const buyer = {
    email: 'ywkqzj@exemplo.test',
    passwordHash: await passwordHash,
    identity: {
      ...identity,
      name: 'Ywkqzj',
      companyName: 'Ywkqzj',
      cnpj: '11222333000181',
      ie: 'YWK',
      phone: '14933330000',
    },
  }
  const otherHome = { ...home, zip_code: '18600000', street: 'Rua Ywkqzj', number: '1', complement: '' }
  const quantities = { [await makePublication()]: 1 }
  const billing = { ...otherHome, province: 'Ywkqzj', city: 'Ywkqzj' }
  const { orderId, userId } = await placeNewOrder(quantities, { buyer, billing })
  await db.updateTable('orders').set({ note: 'Ligar para Ywkqzj' }).where('id', '=', orderId).execute()
  await startSession(userId, 'Ywkqzj/1.0')
}

export const otherMark = 'ywkqzj'
