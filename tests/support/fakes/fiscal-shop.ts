import { afterAll, beforeEach } from 'vitest'
import { focusToken, startFakeFocusNfe } from '#tests/support/fakes/fake-focus-nfe.ts'
import { listOpenEffects, runEffect } from '#tests/support/open-effects.ts'

/** Sets the environment. Tests import this file before the shop, because the shop reads the environment once. */
export const focus = await startFakeFocusNfe()
const { FOCUS_NFE_ENVIRONMENT = 'production' } = process.env
Object.assign(process.env, {
  FOCUS_NFE_URL: focus.url,
  FOCUS_NFE_TOKEN: focusToken,
  FOCUS_NFE_ENVIRONMENT,
})

const { db } = await import('#app/models/platform/db.server.ts')
const { listInvoices } = await import('#app/models/orders/invoices/invoice.server.ts')
const { requestInvoice } = await import('#app/models/orders/invoices/issued-invoice.server.ts')
const { saveSetting } = await import('#app/models/settings/setting.server.ts')
const { byStaff } = await import('#tests/factories/actors.ts')
const { makePaidOrder } = await import('#tests/factories/shipments.ts')
const { openShop } = await import('#tests/factories/shop.ts')

export { db, runEffect, saveSetting }

const environment = FOCUS_NFE_ENVIRONMENT === 'production' ? 'production' : 'test'
const fiscalSettings = { regime: 'normal', ie: '110042490114', environment } as const

beforeEach(async () => {
  focus.reset()
  await openShop()
  await saveSetting('fiscal', fiscalSettings)
})
afterAll(() => focus.close())

/** Creates a paid order whose NF-e staff have requested. */
export async function makeRequestedInvoice() {
  const order = await makePaidOrder()
  const invoiceId = await requestInvoice({ orderId: order.orderId, model: 'nfe', seenCount: 0 }, byStaff)
  if (typeof invoiceId !== 'number') throw new Error(`The invoice was not requested: ${invoiceId}`)
  return { ...order, invoiceId, reference: `pedido-${order.orderId}-nfe-1` }
}

/** Creates an order with an authorised NF-e and its files. */
export async function makeAuthorisedInvoice() {
  focus.state.authorises = 'at-once'
  const invoice = await makeRequestedInvoice()
  await runEffect('issue-invoice', invoice.invoiceId)
  await runEffect('keep-invoice-files', `${invoice.invoiceId}/authorised`)
  return invoice
}

/** Tax codes of a publication that is sold as a licence, for both kinds of NFS-e. */
const licenceTaxes = {
  nature: 'service',
  service_code: '01.05',
  national_code: '010501',
  nbs: '115021000',
  ibs_cbs_cst: '000',
  class_trib: '000001',
  operation_code: '100301',
}

type ServiceSettings = Partial<Parameters<typeof saveSetting<'fiscal'>>[1]>

/** Creates a paid order of printed manuals and of a subscription that is taxed as a licence. */
export async function makeServiceOrder(settings: ServiceSettings = {}) {
  const order = await makePaidOrder()
  await db
    .insertInto('publication_taxes')
    .values({ publication_id: order.subscription, ...licenceTaxes })
    .execute()
  await saveSetting('fiscal', { ...fiscalSettings, im: '12345', serviceSeries: '1', ...settings })
  return order
}

/** Creates a service order whose NFS-e staff have requested. */
export async function makeRequestedServiceInvoice(settings: ServiceSettings = {}) {
  const order = await makeServiceOrder(settings)
  const invoiceId = await requestInvoice({ orderId: order.orderId, model: 'nfse', seenCount: 0 }, byStaff)
  if (typeof invoiceId !== 'number') throw new Error(`The invoice was not requested: ${invoiceId}`)
  return { ...order, invoiceId, reference: `pedido-${order.orderId}-nfse-1` }
}

export const listOpenInvoiceEffects = () => listOpenEffects('%invoice%')

export async function getNewestInvoice(orderId: number) {
  const [invoice] = await listInvoices(orderId)
  if (!invoice) throw new Error('no invoice')
  return invoice
}
