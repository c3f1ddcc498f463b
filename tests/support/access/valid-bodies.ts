import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { EveryRecord } from '#tests/factories/every-record.ts'
import { makePdf } from '#tests/factories/files.ts'
import { password } from '#tests/factories/people.ts'
import { makeReturnFile } from '#tests/factories/return-files.ts'
import { makePlainPicture } from '#tests/gateways/pictures.ts'
import type { Fields } from '#tests/support/request.ts'

const today = toCivilDate(new Date())
const reason = { reason: 'Por um motivo' }
const currentPassword = { current: password }
const minimalPdf = Buffer.from('%PDF-1.4\n%%EOF\n')

const newDelivery = {
  use: 'typed',
  'shipping.zip_code': '18600-000',
  'shipping.street': 'Rua do Endereço Certo',
  'shipping.number': '999',
  'shipping.province': 'Centro',
  'shipping.city': 'Botucatu',
  'shipping.state': 'SP',
}

const newPayer = {
  payer_name: 'Asa Inventada Ltda.',
  payer_document: '12.ABC.345/01DE-35',
  'billing.zip_code': '18600-000',
  'billing.street': 'Rua do Endereço Certo',
  'billing.number': '999',
  'billing.province': 'Centro',
  'billing.city': 'Botucatu',
  'billing.state': 'SP',
  lock_version: '0',
}

/** Fields of each form that a person fills in. The hidden fields come from the page. */
export const typedFields: Readonly<Record<string, (records: EveryRecord) => Fields>> = {
  'checkout/cart': ({ publication }) => ({ publication_id: publication, add: '1' }),
  'orders/tracking': ({ order, email }) => ({ order, email }),
  'shop/contact': () => ({ text: 'Uma pergunta' }),
  'account/recover': ({ email }) => ({ email }),
  'admin/payments/bank-files/bank-file': () => ({ is_ours: 'on' }),
  'admin/payments/gateway-events/gateway-event': () => ({ note: 'Conferido na conta' }),
  'admin/orders/invoices/cancellation': () => reason,
  'admin/settings/fiscal/fiscal': () => ({
    regime: 'simples',
    environment: 'test',
    series: '1',
    cancellation_hours: '24',
  }),
  'admin/orders/status': () => ({ status: 3, confirmed: 'on' }),
  'admin/settings/api-keys/api-keys': () => ({ name: 'ERP', scopes: ['orders:read'] }),
  'admin/shipments/codes/codes': ({ shipment }) => ({ codes: `${shipment} AA123456785BR` }),
  'admin/shipments/acts/delivery': () => ({ date: today }),
  'admin/shipments/acts/return': () => ({ date: today }),
  'admin/shipments/acts/correction': () => ({ date: today }),
  'admin/shipments/acts/delivery-correction': () => ({ ...newDelivery, ...reason }),
  'admin/orders/delivery-correction': () => ({ ...newDelivery, ...reason }),
  'admin/orders/payer-correction': () => ({ ...newPayer, ...reason }),
  'orders/delivery': () => newDelivery,
  'admin/reports/publication-clients/recall': () => ({
    subject: 'Recolha as páginas',
    body: 'Troque as páginas.',
  }),
  'admin/users/second-factor-reset': () => reason,
  'admin/users/user-sessions': () => reason,
  'admin/reports/prices/price-change-review': () => reason,
  'account/email': () => ({ email: 'nova@exemplo.test', again: 'nova@exemplo.test', ...currentPassword }),
  'account/profile': () => ({ phone: '(11) 99999-0000' }),
  'account/addresses': () => ({ 'billing.street': 'Rua Nova' }),
  'account/mails/mail-choices': () => ({ reminders: undefined }),
  'account/colleagues/colleague': () => ({ intent: 'role', role: 'buyer' }),
  'account/fleet/fleet': () => ({ prefix: 'PT-NEW', serial: '200777', fuel: '1' }),
  'account/fleet/aircraft': () => ({ prefix: 'PT-ABC', serial: '200777', fuel: '1' }),
  'account/colleagues/colleagues': () => ({ email: 'colega@exemplo.test', role: 'mechanic' }),
  'account/second-factor/proof': () => currentPassword,
  'account/password': () => ({
    ...currentPassword,
    password: 'outra-boa-senha-77',
    confirmation: 'outra-boa-senha-77',
  }),
  'account/deletion': () => ({ ...currentPassword, agreed: 'on', losses: 'on' }),
}

/** Files that a person selects. */
export const chosenFiles: Readonly<
  Record<string, { field: string; name: string; bytes: () => Uint8Array | Promise<Uint8Array> }>
> = {
  'admin/payments/bank-files/bank-files': {
    field: 'file',
    name: 'retorno.ret',
    bytes: () => makeReturnFile([{ code: '06', number: '0000000001', paid: 100 }], { sequence: 77 }),
  },
  'admin/orders/files/files': { field: 'file', name: 'nota.pdf', bytes: () => minimalPdf },
  'admin/publications/file': { field: 'file', name: 'manual.pdf', bytes: () => makePdf() },
  'admin/publications/shop-page/page-file': {
    field: 'file',
    name: 'capa.png',
    bytes: () => makePlainPicture(800, 800).png().toBuffer(),
  },
  'admin/settings/status-file': { field: 'file', name: 'status.pdf', bytes: () => minimalPdf },
  'admin/settings/imports/csv/upload': {
    field: 'file',
    name: 'clientes.csv',
    bytes: () => Buffer.from('e-mail;nome\nana@exemplo.test;Ana\n'),
  },
}

/** Forms that are rejected because the test's records lack something, and what they lack. */
export const rejectedForms: Readonly<Record<string, string>> = {
  'account/new-password': 'the token of a mail',
  'account/second-factor/passkey-challenge': 'a second factor',
  'account/second-factor/passkey-challenge for a proof': 'a passkey',
  'admin/orders/invoices/issue': 'access to an issuer',
  'admin/orders/invoices/cancel-issued': 'access to an issuer',
  'admin/orders/delivery-correction': 'copies that have not left',
  'orders/delivery': 'copies that have not left',
  'admin/orders/invoices/correction': 'access to an issuer',
  'admin/orders/invoices/invoice': 'a key or an XML that was issued elsewhere',
  'admin/publications/taxes/tax-change': 'a code and publications, chosen on the page before',
  'admin/shipments/arrivals/arrivals': 'a shipment that is under way',
  'admin/orders/review/rejection': 'an order under review',
  'admin/orders/review/new-photo': 'an order under review',
  'admin/orders/new/create-order': 'a client and publications, chosen on the pages before',
  'admin/shipments/shipment': 'a client, chosen on the page before',
  'admin/users/reset-link': 'a link that somebody asked for',
  'subscriptions/renew-one': 'a subscription near its end',
}

/** Senders of forms that the default sender cannot send. Staff cannot delete their accounts, for example. */
export const fixedSenders: Readonly<Record<string, 'owner'>> = { 'account/deletion': 'owner' }
