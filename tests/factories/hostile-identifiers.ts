import { calculateAccessKeyDigit } from '#app/domain/orders/invoices/access-key.ts'
import { db } from '#app/models/platform/db.server.ts'

const purchaseOrders = ['000123', '4500012345678901', '12E5', 'PC-7', '1/2']
const invoiceNumbers = ['000.001.234', '000123', '4714']
const versions = ['03', '1/2', '2026/3', 'Rev. 9', '12E5']
const applicabilities = ['12E5', '+55', '1/2', 'EMB-202']
const trackCodes = ['12345678901234567', '0012', 'AA123456789BR']
const serialNumbers = ['007', '1/2', '12E5']
const ourNumbers = ['99900010000000001', '99900010000000002', '109/00000003-5', '0012']

/** Returns an NF-e key of the fictitious company, with its check digit. */
export function makeAccessKey(number: number): string {
  const digits = `3526111122233300018155001${String(number).padStart(9, '0')}100000001`
  return `${digits}${calculateAccessKeyDigit(digits)}`
}

/** Replaces the identifiers in all rows by texts that a spreadsheet would convert to numbers or dates. */
export async function writeHostileIdentifiers(): Promise<void> {
  await writeOrders()
  await writePublications()
  const lines = await db.selectFrom('order_lines').select('id').orderBy('id').execute()
  for (const [index, { id }] of lines.entries()) {
    const line = {
      version: pickText(versions, index),
      airplane_serial_number: pickText(serialNumbers, index),
    }
    await db.updateTable('order_lines').set(line).where('id', '=', id).execute()
  }
  const boletos = await db.selectFrom('boletos').select('id').orderBy('id').execute()
  for (const [index, { id }] of boletos.entries()) {
    const number = { our_number_printed: pickText(ourNumbers, index) }
    await db.updateTable('boletos').set(number).where('id', '=', id).execute()
  }
  const shipments = await db.selectFrom('shipments').select('id').orderBy('id').execute()
  for (const [index, { id }] of shipments.entries()) {
    const code = { track_code: pickText(trackCodes, index) }
    await db.updateTable('shipments').set(code).where('id', '=', id).execute()
  }
  await db.updateTable('subscriptions').set({ track_code: '12345678901234567' }).execute()
  await db.updateTable('profiles').set({ ie: '0623079040081' }).execute()
  const addressParts = { zip_code: '01310000', number: '007', complement: '1/2', city_code: '3550308' }
  await db.updateTable('addresses').set(addressParts).execute()
  await db.updateTable('mails').set({ subject: '10-20' }).execute()
}

async function writeOrders(): Promise<void> {
  const orders = await db.selectFrom('orders').select('id').orderBy('id').execute()
  for (const [index, { id }] of orders.entries()) {
    const order = {
      purchase_order: pickText(purchaseOrders, index),
      nfe: pickText(invoiceNumbers, index),
      payer_ie: null,
    }
    await db.updateTable('orders').set(order).where('id', '=', id).execute()
    const invoice = { order_id: id, model: 'nfe', state: 'authorised', is_live: 1, series: '001' } as const
    const names = { reference: `hostil-${id}`, access_key: makeAccessKey(id), number: String(id) }
    await db
      .insertInto('invoices')
      .values({ ...invoice, ...names, authorised_at: new Date() })
      .execute()
  }
}

async function writePublications(): Promise<void> {
  const publications = await db.selectFrom('publications').select(['id', 'version']).orderBy('id').execute()
  for (const [index, { id, version: oldVersion }] of publications.entries()) {
    const version = pickText(versions, index)
    const data = { version, applicability: pickText(applicabilities, index) }
    await db.updateTable('publications').set(data).where('id', '=', id).execute()
    const revision = db.updateTable('revisions').set({ version }).where('publication_id', '=', id)
    await revision.where('version', '=', oldVersion).execute()
  }
}

function pickText(texts: readonly string[], index: number): string {
  return texts[index % texts.length] ?? ''
}
