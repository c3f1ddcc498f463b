import { toCivilDate } from '#app/domain/platform/calendar.ts'
import type { EveryRecord } from '#tests/factories/every-record.ts'
import type { Fields } from '#tests/support/request.ts'

const today = toCivilDate(new Date())

/** The owner is a company and has all records; the others have none. Mechanic and buyer act for the company (D92). */
export const roles = [
  'visitor',
  'owner',
  'mechanic',
  'buyer',
  'stranger',
  'partner',
  'staff',
  'superuser',
  'deactivated',
] as const
export type Role = (typeof roles)[number]

/** `home`: a staff page redirects to the shop's home. `refused`: the form is rejected with status 400. */
export type Verdict =
  | 'open'
  | 'login'
  | 'missing'
  | 'forbidden'
  | 'home'
  | 'refused'
  | '405'
  | 'LEAKS ANOTHER'
export type Access = Record<Role, Verdict>

const everybody = makeAccess('open')
/** Each account sees only its own records. */
const members = makeAccess('open', { visitor: 'login', deactivated: 'login' })
/** For all other accounts, the record does not exist (D49). */
const owners = makeAccess('missing', { visitor: 'login', deactivated: 'login', owner: 'open' })
/** The company's buyers see orders and may order. */
const buyers = { ...owners, buyer: 'open' } as const
/** The company's mechanics download files. */
const mechanics = { ...owners, mechanic: 'open' } as const
/** Visitors and accounts have a cart; mechanics have none. */
const shoppers = makeAccess('open', { mechanic: 'missing' })
const partners = makeAccess('forbidden', { visitor: 'login', deactivated: 'login', partner: 'open' })
/** For others the record does not exist, because they may guess its address (D25). */
const ownersAndStaff = makeAccess('missing', { owner: 'open', staff: 'open', superuser: 'open' })
/** Customers are redirected home (F70). */
const staffOnly = makeAccess('home', {
  visitor: 'login',
  deactivated: 'login',
  staff: 'open',
  superuser: 'open',
})
/** Staff who are no superusers see why they have no access (D50). */
const superusersOnly = makeAccess('home', {
  visitor: 'login',
  deactivated: 'login',
  staff: 'forbidden',
  superuser: 'open',
})
/** For customers the page does not exist. */
const staffAccounts = makeAccess('missing', {
  visitor: 'login',
  deactivated: 'login',
  staff: 'open',
  superuser: 'open',
})
const nobody = makeAccess('missing')
export const notAllowed = makeAccess('405')
/** Access requires a token, which no person has. */
export const tokenOnly = makeAccess('forbidden')

function makeAccess(verdict: Verdict, overrides: Partial<Access> = {}): Access {
  const accessForAll = {
    visitor: verdict,
    owner: verdict,
    mechanic: verdict,
    buyer: verdict,
    stranger: verdict,
    partner: verdict,
    staff: verdict,
    superuser: verdict,
    deactivated: verdict,
  }
  return { ...accessForAll, ...overrides }
}

const refundFields = {
  value: '0,01',
  refunded_on: today,
  document: 'E123',
  token: '0123456789abcdef0123456789abcdef',
}

export type Row = {
  path: (records: EveryRecord) => string
  get: Access
  post: Access
  /** fields without which the form is rejected before the guard decides */
  fields?: (records: EveryRecord) => Fields
  /** anybody with the address may read the owner's data */
  isPublic?: true
}

/** Texts of the owner’s records, which no page of another account may contain. */
export const markers = ['Zenaide Marcada', 'PT-MRK', 'zenaide@']

/** A row for every route, because a test rejects a route without one. tests/api/access.test.ts covers the API. */
export const matrix: Record<string, Row> = {
  'shop/home': { path: () => '/', get: everybody, post: notAllowed },
  'shop/catalogue/publications': { path: () => '/publications', get: everybody, post: notAllowed },
  'shop/catalogue/publication': {
    path: ({ publication }) => `/publications/${publication}`,
    get: everybody,
    post: notAllowed,
  },
  'shop/catalogue/cover': {
    path: ({ publication }) => `/publications/${publication}/cover`,
    get: everybody,
    post: notAllowed,
  },
  'shop/catalogue/sample': {
    path: ({ publication }) => `/publications/${publication}/sample`,
    get: nobody,
    post: notAllowed,
  },
  'shop/current-versions': { path: () => '/status', get: everybody, post: everybody },
  'shop/current-versions-file': { path: () => '/status/status.pdf', get: everybody, post: notAllowed },
  'checkout/cart': { path: () => '/cart', get: shoppers, post: shoppers },
  'checkout/checkout': { path: () => '/checkout', get: shoppers, post: shoppers },
  'checkout/quotes/price-quotes': { path: () => '/orcamento', get: everybody, post: shoppers },
  'checkout/quotes/price-quote': { path: () => '/orcamento/unknown', get: nobody, post: nobody },
  'checkout/quotes/price-quote-pdf': {
    path: () => '/orcamento/unknown/pdf',
    get: nobody,
    post: notAllowed,
  },
  'orders/tracking': { path: () => '/acompanhar', get: everybody, post: everybody },
  'shop/look': { path: () => '/marca/0123456789abcdef.css', get: nobody, post: notAllowed },
  'shop/contact': { path: () => '/contact', get: everybody, post: everybody },
  'api/docs': { path: () => '/api/docs', get: everybody, post: notAllowed },
  'shop/privacy': { path: () => '/privacy', get: everybody, post: notAllowed },
  'shop/offline/offline': { path: () => '/offline', get: everybody, post: notAllowed },
  'shop/offline/worker': { path: () => '/offline-worker.js', get: everybody, post: notAllowed },
  'shop/feeds/robots': { path: () => '/robots.txt', get: everybody, post: notAllowed },
  'shop/feeds/sitemap': { path: () => '/sitemap.xml', get: everybody, post: notAllowed },
  'shop/feeds/revisions-feed': { path: () => '/revisions.atom', get: everybody, post: notAllowed },
  'shop/terms': { path: () => '/terms', get: everybody, post: notAllowed },
  'account/login': { path: () => '/login', get: everybody, post: everybody },
  'account/second-factor/login-code': {
    path: () => '/login/code',
    get: members,
    post: makeAccess('login'),
  },
  'account/logout': { path: () => '/logout', get: everybody, post: everybody },
  'account/recover': { path: () => '/recover', get: everybody, post: everybody },
  'account/new-password': { path: () => '/change_pass/unknown', get: nobody, post: everybody },
  'account/new-email': { path: () => '/change_email/unknown', get: nobody, post: nobody },
  'payments/payment-return': {
    path: () => '/payment_return?return_data=201',
    get: everybody,
    post: notAllowed,
  },
  'shop/certificate-check': {
    path: ({ certificateNumber }) => `/certificado/${certificateNumber}`,
    get: everybody,
    post: notAllowed,
    isPublic: true,
  },
  'admin/layout': { path: () => '/admin/', get: staffOnly, post: notAllowed },
  'admin/orders/orders': { path: () => '/admin/orders', get: staffOnly, post: notAllowed },
  'admin/orders/orders-csv': { path: () => '/admin/orders.csv', get: staffOnly, post: notAllowed },
  'admin/orders/orders-xlsx': { path: () => '/admin/orders.xlsx', get: staffOnly, post: notAllowed },
  'admin/payments/bank-files/bank-files': {
    path: () => '/admin/bank_files',
    get: staffOnly,
    post: staffOnly,
  },
  'admin/payments/bank-files/bank-file': {
    path: ({ bankFile }) => `/admin/bank_files/${bankFile}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/payments/bank-files/bank-file-lines-csv': {
    path: ({ bankFile }) => `/admin/bank_files/${bankFile}/lines.csv`,
    get: staffOnly,
    post: notAllowed,
  },
  'admin/payments/bank-files/bank-file-lines-xlsx': {
    path: ({ bankFile }) => `/admin/bank_files/${bankFile}/lines.xlsx`,
    get: staffOnly,
    post: notAllowed,
  },
  'admin/payments/bank-files/bank-file-original': {
    path: ({ bankFile }) => `/admin/bank_files/${bankFile}/original`,
    get: staffOnly,
    post: notAllowed,
  },
  'admin/orders/review/review': { path: () => '/admin/review', get: staffOnly, post: notAllowed },
  'admin/orders/order': { path: ({ order }) => `/admin/order/${order}`, get: staffOnly, post: staffOnly },
  'admin/orders/status': {
    path: ({ order }) => `/admin/order/${order}/status`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/review/approval': {
    path: ({ order }) => `/admin/order/${order}/approval`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/review/rejection': {
    path: ({ order }) => `/admin/order/${order}/rejection`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/review/new-photo': {
    path: ({ order }) => `/admin/order/${order}/new_photo`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/withdrawal': {
    path: ({ order }) => `/admin/order/${order}/withdrawal`,
    get: staffOnly,
    post: staffOnly,
    fields: ({ withdrawal }) => ({ request: withdrawal, outcome: 'accepted' }),
  },
  'admin/orders/boletos/boleto-pdf': {
    path: ({ unpaidOrder }) => `/admin/order/${unpaidOrder}/boleto.pdf`,
    get: staffOnly,
    post: notAllowed,
  },
  'admin/orders/files/files': {
    path: ({ order }) => `/admin/order/${order}/files`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/files/file-removal': {
    path: ({ order, orderFile }) => `/admin/order/${order}/files/${orderFile}/removal`,
    get: staffOnly,
    // The second request finds the file removed.
    post: { ...staffOnly, superuser: 'missing' },
  },
  'orders/file': {
    path: ({ order, orderFile }) => `/orders/${order}/files/${orderFile}`,
    get: makeAccess('missing', {
      visitor: 'login',
      deactivated: 'login',
      owner: 'open',
      buyer: 'open',
      staff: 'open',
      superuser: 'open',
    }),
    post: notAllowed,
  },
  'orders/new-photo': { path: ({ order }) => `/orders/${order}/photo`, get: buyers, post: buyers },
  'admin/dashboard': { path: () => '/admin/', get: staffOnly, post: notAllowed },
  'admin/subscriptions/subscriptions': { path: () => '/admin/signatures', get: staffOnly, post: notAllowed },
  'admin/subscriptions/subscriptions-csv': {
    path: () => '/admin/signatures.csv',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/subscriptions/subscriptions-xlsx': {
    path: () => '/admin/signatures.xlsx',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/subscriptions/subscription': {
    path: ({ unit }) => `/admin/signature/${unit}`,
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ lock_version: 0 }),
  },
  'admin/orders/new/create-order': { path: () => '/admin/create_order', get: staffOnly, post: staffOnly },
  'admin/shipments/shipments': { path: () => '/admin/expeditions', get: staffOnly, post: notAllowed },
  'admin/shipments/shipments-csv': { path: () => '/admin/expeditions.csv', get: staffOnly, post: notAllowed },
  'admin/shipments/shipments-xlsx': {
    path: () => '/admin/expeditions.xlsx',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/shipments/waiting/waiting': {
    path: () => '/admin/expeditions/waiting',
    get: staffOnly,
    post: staffOnly,
  },
  'admin/shipments/waiting/waiting-all': {
    path: () => '/admin/expeditions/waiting/all',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/shipments/created': { path: () => '/admin/expeditions/made', get: staffOnly, post: notAllowed },
  'admin/shipments/labels': {
    path: ({ shipment }) => `/admin/expeditions/labels?e=${shipment}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/shipments/arrivals/arrivals': {
    path: () => '/admin/expeditions/sent',
    get: staffOnly,
    post: staffOnly,
  },
  'admin/shipments/codes/codes': { path: () => '/admin/expeditions/codes', get: staffOnly, post: staffOnly },
  'admin/shipments/shipment': { path: () => '/admin/expedition/0', get: staffOnly, post: staffOnly },
  'admin/shipments/new-shipment': {
    path: ({ unit }) => `/admin/expedition/0/${unit}`,
    get: staffOnly,
    post: notAllowed,
  },
  'admin/shipments/acts/dispatch': {
    path: ({ shipment }) => `/admin/expedition/${shipment}/dispatch`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/shipments/acts/delivery': {
    path: ({ shipment }) => `/admin/expedition/${shipment}/delivery`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/shipments/acts/delivery-correction': {
    path: ({ shipment }) => `/admin/expedition/${shipment}/address`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/shipments/acts/return': {
    path: ({ shipment }) => `/admin/expedition/${shipment}/return`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/shipments/acts/correction': {
    path: ({ shipment }) => `/admin/expedition/${shipment}/correction`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/shipments/acts/cancellation': {
    path: ({ shipment }) => `/admin/expedition/${shipment}/undoing`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/users/users': { path: () => '/admin/users', get: staffOnly, post: notAllowed },
  'admin/views/views': {
    path: () => '/admin/views/orders',
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ intent: 'usual-columns' }),
  },
  'admin/users/users-csv': { path: () => '/admin/users.csv', get: staffOnly, post: notAllowed },
  'admin/users/users-xlsx': { path: () => '/admin/users.xlsx', get: staffOnly, post: notAllowed },
  'admin/users/client': {
    path: ({ profile }) => `/admin/client/${profile}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/users/user': {
    path: ({ profile }) => `/admin/user/${profile}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/users/certificate': {
    path: ({ profile }) => `/admin/user/${profile}/certificate`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/users/labels': {
    path: ({ profile }) => `/admin/user/${profile}/labels`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/users/reset-link': {
    path: ({ profile }) => `/admin/user/${profile}/reset_link`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/users/second-factor-reset': {
    path: ({ profile }) => `/admin/user/${profile}/second_factor`,
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/users/user-sessions': {
    path: ({ profile }) => `/admin/user/${profile}/sessions`,
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/users/restoration': {
    path: ({ profile }) => `/admin/user/${profile}/restoration`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/publications/publications': { path: () => '/admin/publications', get: staffOnly, post: notAllowed },
  'admin/publications/publications-csv': {
    path: () => '/admin/publications.csv',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/publications/publications-xlsx': {
    path: () => '/admin/publications.xlsx',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/publications/publication': {
    path: ({ publication }) => `/admin/publication/${publication}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/publications/shop-page/page': {
    path: ({ publication }) => `/admin/publication/${publication}/page`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/publications/shop-page/page-file': {
    path: ({ publication }) => `/admin/publication/${publication}/page/cover`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/publications/revision': {
    path: ({ publication, revision }) => `/admin/publication/${publication}/revision/${revision}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/publications/file': {
    path: ({ publication }) => `/admin/publication/${publication}/file`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/publications/revision-file': {
    path: ({ publication, revision }) => `/admin/publication/${publication}/file/${revision}`,
    get: staffOnly,
    post: notAllowed,
  },
  'admin/publications/removal': {
    path: ({ publication }) => `/admin/publication/${publication}/removal`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/publications/notice': {
    path: ({ publication }) => `/admin/publication/${publication}/notice`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/reports/publication-clients/recall': {
    path: ({ publication }) => `/admin/publication/${publication}/recall`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/reports/report/recall': { path: () => '/admin/report/recall/', get: staffOnly, post: notAllowed },
  'admin/reports/reports': { path: () => '/admin/reports', get: staffOnly, post: notAllowed },
  'admin/reports/report/invoice_items': {
    path: () => '/admin/report/invoice_items/',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/report/paid_orders': {
    path: () => '/admin/report/paid_orders/',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/file': {
    path: () => '/admin/report/paid_orders/file/csv',
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ return_to: '/admin/report/paid_orders/' }),
  },
  'admin/reports/file pdf': {
    path: () => '/admin/report/paid_orders/file/pdf',
    get: { ...staffOnly, staff: 'missing', superuser: 'missing' },
    post: staffOnly,
    fields: () => ({ return_to: '/admin/report/paid_orders/' }),
  },
  'admin/reports/publication-clients/publication-clients': {
    path: ({ publication }) => `/admin/report/publication_clients/${publication}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/reports/publication-clients/publication-clients-files': {
    path: ({ publication }) => `/admin/report/publication_clients/${publication}/files?f=1`,
    get: { ...staffOnly, staff: 'missing', superuser: 'missing' },
    post: notAllowed,
  },
  'admin/reports/report/client': { path: () => '/admin/report/client/', get: staffOnly, post: notAllowed },
  'admin/reports/report/product': { path: () => '/admin/report/product/', get: staffOnly, post: notAllowed },
  'admin/reports/report/order_prefix': {
    path: () => '/admin/report/order_prefix/PT-MR',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/report/publication_price': {
    path: () => '/admin/report/publication_price/',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/prices/price-changes': {
    path: () => '/admin/report/publication_price/change',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/prices/price-change-review': {
    path: () => '/admin/report/publication_price/change/review?percentage=110',
    get: staffOnly,
    post: staffOnly,
  },
  'admin/reports/prices/price-change': {
    path: ({ priceChange }) => `/admin/report/publication_price/change/${priceChange}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/reports/report/day_closing': {
    path: () => '/admin/report/day_closing/',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/report/expedition_list': {
    path: () => '/admin/report/expedition_list/',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/report/expired_signatures': {
    path: () => '/admin/report/expired_signatures/',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/report/signatures': {
    path: () => '/admin/report/signatures/',
    get: staffOnly,
    post: notAllowed,
  },
  'admin/reports/report/renews': { path: () => '/admin/report/renews/', get: staffOnly, post: notAllowed },
  'admin/reports/report/orders': { path: () => '/admin/report/orders/', get: staffOnly, post: notAllowed },
  'admin/help/help': { path: () => '/admin/help', get: staffOnly, post: notAllowed },
  'admin/help/help-page': { path: () => '/admin/help/hoje', get: staffOnly, post: notAllowed },
  'admin/today': { path: () => '/admin/today', get: staffOnly, post: notAllowed },
  'admin/search': { path: () => '/admin/search?q=Ana', get: staffOnly, post: notAllowed },
  'admin/payments/payments': {
    path: () => '/admin/payments',
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ retry: 'all' }),
  },
  'admin/payments/payment': {
    path: ({ payment }) => `/admin/payments/${payment}`,
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ resolution: 'dismissed', note: 'Nada a fazer' }),
  },
  'admin/payments/pix-refund': {
    path: ({ pixPayment }) => `/admin/payments/${pixPayment}/pix_refund`,
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ value: '1,00', note: '', token: 'a'.repeat(32) }),
  },
  'admin/payments/gateway-events/gateway-event': {
    path: ({ gatewayEvent }) => `/admin/payments/events/${gatewayEvent}`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/payments/refund': {
    path: ({ payment }) => `/admin/payments/${payment}/refund`,
    get: staffOnly,
    post: staffOnly,
    fields: () => refundFields,
  },
  'admin/orders/refund': {
    path: ({ order }) => `/admin/order/${order}/refund`,
    get: staffOnly,
    post: staffOnly,
    fields: () => refundFields,
  },
  'admin/orders/delivery-correction': {
    path: ({ order }) => `/admin/order/${order}/address`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/payer-correction': {
    path: ({ order }) => `/admin/order/${order}/payer`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/refund-waiver': {
    path: ({ order }) => `/admin/order/${order}/refund_waiver`,
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ reason: 'Trocado por outro.', seen: '1', token: 'b'.repeat(32) }),
  },
  'admin/payments/refund-reversal': {
    path: ({ refund }) => `/admin/refunds/${refund}/reversal`,
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ reason: 'Registrado por engano.' }),
  },
  'admin/system/history': { path: () => '/admin/history', get: staffOnly, post: notAllowed },
  'admin/system/history-csv': { path: () => '/admin/history.csv', get: staffOnly, post: notAllowed },
  'admin/system/history-xlsx': { path: () => '/admin/history.xlsx', get: staffOnly, post: notAllowed },
  'admin/system/mails': { path: () => '/admin/mails', get: staffOnly, post: notAllowed },
  'admin/system/mails-csv': { path: () => '/admin/mails.csv', get: staffOnly, post: notAllowed },
  'admin/system/mails-xlsx': { path: () => '/admin/mails.xlsx', get: staffOnly, post: notAllowed },
  'admin/system/messages': { path: () => '/admin/messages', get: staffOnly, post: staffOnly },
  'admin/system/mail-resend': {
    path: ({ mail }) => `/admin/mails/${mail}/resend`,
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ seen: '0' }),
  },
  'admin/system/jobs': {
    path: () => '/admin/jobs',
    get: staffOnly,
    post: staffOnly,
    fields: () => ({ retry: 'all' }),
  },
  'admin/settings/settings': { path: () => '/admin/settings', get: staffOnly, post: notAllowed },
  'admin/settings/company': {
    path: () => '/admin/settings/company',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/fiscal/fiscal': {
    path: () => '/admin/settings/fiscal',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/fiscal/tax-default': {
    path: () => '/admin/settings/fiscal/print-parts',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/publications/taxes/taxes': {
    path: ({ publication }) => `/admin/publication/${publication}/taxes`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/publications/taxes/tax-change': {
    path: () => '/admin/publication_taxes',
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/invoices/invoice': {
    path: ({ order }) => `/admin/order/${order}/invoice`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/invoices/issue': {
    path: ({ order }) => `/admin/order/${order}/invoice/issue`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/invoices/cancel-issued': {
    path: ({ order, invoice }) => `/admin/order/${order}/invoice/${invoice}/cancel`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/invoices/correction': {
    path: ({ order, invoice }) => `/admin/order/${order}/invoice/${invoice}/correction`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/invoices/cancellation': {
    path: ({ order, invoice }) => `/admin/order/${order}/invoice/${invoice}/cancellation`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/settings/security/security-log': {
    path: () => '/admin/settings/security',
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/security/security-log-csv': {
    path: () => '/admin/settings/security.csv',
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/security/security-log-xlsx': {
    path: () => '/admin/settings/security.xlsx',
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/appearance/appearance': {
    path: () => '/admin/settings/appearance',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/first-steps/first-steps': {
    path: () => '/admin/settings/first_steps',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/api-keys/api-keys': {
    path: () => '/admin/settings/api_keys',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/bank': { path: () => '/admin/settings/bank', get: superusersOnly, post: superusersOnly },
  'admin/settings/charges/charges': {
    path: () => '/admin/settings/charges',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/issuer': {
    path: () => '/admin/settings/issuer',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/pix': { path: () => '/admin/settings/pix', get: superusersOnly, post: superusersOnly },
  'admin/settings/pix-test': {
    path: () => '/admin/settings/pix/test',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/payments/remittances': { path: () => '/admin/remittances', get: staffOnly, post: staffOnly },
  'admin/payments/remittance-file': {
    path: ({ remittance }) => `/admin/remittances/${remittance}/file`,
    get: staffOnly,
    post: notAllowed,
  },
  'admin/payments/remittance-refused': {
    path: ({ remittance }) => `/admin/remittances/${remittance}/refused`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/payments/boletos': { path: () => '/admin/boletos', get: staffOnly, post: notAllowed },
  'admin/payments/payments-csv': { path: () => '/admin/payments.csv', get: staffOnly, post: notAllowed },
  'admin/payments/payments-xlsx': { path: () => '/admin/payments.xlsx', get: staffOnly, post: notAllowed },
  'admin/payments/boletos-csv': { path: () => '/admin/boletos.csv', get: staffOnly, post: notAllowed },
  'admin/payments/boletos-xlsx': { path: () => '/admin/boletos.xlsx', get: staffOnly, post: notAllowed },
  'admin/orders/boletos/due-date': {
    path: ({ unpaidOrder }) => `/admin/order/${unpaidOrder}/due_date`,
    get: staffOnly,
    post: staffOnly,
  },
  'admin/orders/boletos/write-off': {
    path: ({ unpaidOrder, boleto }) => `/admin/order/${unpaidOrder}/write_off?boleto=${boleto}`,
    get: staffOnly,
    post: staffOnly,
    fields: ({ boleto }) => ({ boleto }),
  },
  'admin/orders/boletos/registration': {
    path: ({ unpaidOrder, boleto }) => `/admin/order/${unpaidOrder}/registration?boleto=${boleto}`,
    get: staffOnly,
    post: staffOnly,
    fields: ({ boleto }) => ({ boleto }),
  },
  'admin/settings/shop': { path: () => '/admin/settings/shop', get: staffOnly, post: staffOnly },
  'admin/settings/freight': { path: () => '/admin/settings/freight', get: staffOnly, post: staffOnly },
  'admin/settings/status-file': {
    path: () => '/admin/settings/status_file',
    get: staffOnly,
    post: staffOnly,
  },
  'admin/settings/imports/imports': {
    path: () => '/admin/settings/imports',
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/imports/import': {
    path: ({ systemImport }) => `/admin/settings/imports/${systemImport}`,
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/imports/csv/upload': {
    path: () => '/admin/settings/imports/csv/clients',
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/imports/csv/template': {
    path: () => '/admin/settings/imports/csv/clients/template',
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/imports/csv/lines': {
    path: ({ csvImport }) => `/admin/settings/imports/${csvImport}/lines`,
    get: superusersOnly,
    post: superusersOnly,
    fields: () => ({ intent: 'discard' }),
  },
  'admin/settings/imports/import-csv': {
    path: ({ systemImport }) => `/admin/settings/imports/${systemImport}/csv`,
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/imports/import-xlsx': {
    path: ({ systemImport }) => `/admin/settings/imports/${systemImport}/xlsx`,
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/webhooks/webhooks': {
    path: () => '/admin/settings/webhooks',
    get: superusersOnly,
    post: notAllowed,
  },
  'admin/settings/webhooks/webhook': {
    path: ({ endpoint }) => `/admin/settings/webhooks/${endpoint}`,
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/webhooks/webhook-secret': {
    path: ({ endpoint }) => `/admin/settings/webhooks/${endpoint}/secret`,
    get: superusersOnly,
    post: superusersOnly,
    fields: () => ({ lock_version: '0' }),
  },
  'admin/settings/webhooks/webhook-state': {
    path: ({ endpoint }) => `/admin/settings/webhooks/${endpoint}/state`,
    get: superusersOnly,
    post: superusersOnly,
    fields: () => ({ lock_version: '0', intent: 'pause' }),
  },
  'admin/settings/webhooks/webhook-test': {
    path: ({ endpoint }) => `/admin/settings/webhooks/${endpoint}/test`,
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/webhooks/webhook-removal': {
    path: ({ endpoint }) => `/admin/settings/webhooks/${endpoint}/removal`,
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/webhooks/deliveries': {
    path: ({ endpoint }) => `/admin/settings/webhooks/${endpoint}/deliveries`,
    get: superusersOnly,
    post: superusersOnly,
  },
  'admin/settings/webhooks/delivery': {
    path: ({ endpoint, delivery }) => `/admin/settings/webhooks/${endpoint}/deliveries/${delivery}`,
    get: superusersOnly,
    post: superusersOnly,
    fields: () => ({ turn: '1' }),
  },
  'shop/not-found': { path: () => '/no/such/page', get: nobody, post: nobody },
  'subscriptions/manage': {
    path: () => '/manage',
    get: members,
    post: buyers,
    fields: ({ unit }) => ({ buy_again: unit }),
  },
  'subscriptions/certificate': {
    path: () => '/certificate',
    get: { ...members, buyer: 'missing' },
    post: makeAccess('refused', {
      visitor: 'login',
      deactivated: 'login',
      owner: 'open',
      mechanic: 'open',
      buyer: 'missing',
    }),
    fields: ({ unit }) => ({ signature: unit }),
  },
  'orders/orders': { path: () => '/orders', get: { ...members, mechanic: 'missing' }, post: notAllowed },
  'orders/order': { path: ({ order }) => `/orders/${order}`, get: buyers, post: buyers },
  'orders/receipt': { path: ({ order }) => `/orders/${order}/receipt`, get: everybody, post: buyers },
  'payments/payment': { path: ({ unpaidOrder }) => `/payment/${unpaidOrder}`, get: buyers, post: buyers },
  'payments/boleto-pdf': {
    path: ({ unpaidOrder }) => `/payment/${unpaidOrder}/boleto.pdf`,
    get: buyers,
    post: notAllowed,
  },
  'checkout/photo': {
    path: ({ photo }) => `/photo/${photo}`,
    get: { ...ownersAndStaff, buyer: 'open' },
    post: notAllowed,
  },
  'subscriptions/download': { path: ({ unit }) => `/downloads/${unit}`, get: mechanics, post: mechanics },
  'files/prepared-file': { path: ({ file }) => `/files/${file}`, get: owners, post: notAllowed },
  'files/content': { path: ({ file }) => `/files/${file}/manual.pdf`, get: owners, post: notAllowed },
  'files/content certificate': {
    path: ({ papers }) => `/files/${papers.certificate}/Certificate.pdf`,
    get: owners,
    post: notAllowed,
  },
  'files/content receipt': {
    path: ({ papers }) => `/files/${papers.receipt}/recibo.pdf`,
    get: owners,
    post: notAllowed,
  },
  'files/content list': {
    path: ({ papers }) => `/files/${papers.list}/status.pdf`,
    get: everybody,
    post: notAllowed,
  },
  'files/prepared-file list': {
    path: ({ papers }) => `/files/${papers.list}`,
    get: everybody,
    post: notAllowed,
  },
  'orders/cancellation': {
    path: ({ unpaidOrder }) => `/orders/${unpaidOrder}/cancellation`,
    get: buyers,
    post: buyers,
  },
  'orders/delivery': {
    path: ({ unpaidOrder }) => `/orders/${unpaidOrder}/address`,
    get: buyers,
    post: buyers,
  },
  'orders/withdrawal': { path: ({ order }) => `/orders/${order}/withdrawal`, get: owners, post: owners },
  'subscriptions/renew-several': {
    path: ({ unit }) => `/renew?s=${unit}`,
    get: buyers,
    post: { ...buyers, owner: 'refused', buyer: 'refused' },
    fields: ({ unit }) => ({ s: unit }),
  },
  'subscriptions/due-dates-ics': { path: () => '/manage/due_dates.ics', get: members, post: notAllowed },
  'subscriptions/renew-one': { path: ({ unit }) => `/manage/${unit}/renew`, get: buyers, post: buyers },
  'account/account': { path: () => '/account', get: members, post: notAllowed },
  'account/profile': { path: () => '/account/profile', get: members, post: members },
  'account/email': { path: () => '/account/email', get: members, post: members },
  'account/email-proof': { path: () => '/account/email_proof', get: members, post: members },
  'account/addresses': { path: () => '/account/addresses', get: members, post: members },
  'account/fleet/fleet': { path: () => '/account/fleet', get: members, post: members },
  'account/fleet/aircraft': {
    path: ({ aircraft }) => `/account/fleet/${aircraft}`,
    get: owners,
    post: owners,
  },
  'account/fleet/aircraft-removal': {
    path: ({ aircraft }) => `/account/fleet/${aircraft}/removal`,
    get: owners,
    post: owners,
  },
  'account/colleagues/invitation': { path: () => '/invitation/unknown', get: nobody, post: nobody },
  'account/colleagues/companies': {
    path: () => '/account/companies',
    get: members,
    post: members,
    fields: () => ({ act_for: 'own' }),
  },
  'account/colleagues/companies one': {
    path: () => '/account/companies',
    get: members,
    post: { ...owners, owner: 'missing', mechanic: 'open' },
    fields: ({ memberIds }) => ({ act_for: memberIds.mechanic }),
  },
  'account/colleagues/companies leave': {
    path: () => '/account/companies',
    get: members,
    post: { ...owners, owner: 'missing', mechanic: 'open' },
    fields: ({ memberIds }) => ({ leave: memberIds.mechanic }),
  },
  'account/colleagues/colleagues': { path: () => '/account/colleagues', get: owners, post: owners },
  'account/colleagues/colleague': {
    path: ({ memberIds }) => `/account/colleagues/${memberIds.mechanic}`,
    get: owners,
    post: owners,
    fields: () => ({ intent: 'role', role: 'mechanic' }),
  },
  'account/mails/mail-choices': { path: () => '/account/mails', get: members, post: members },
  'account/mails/decline-mails': {
    path: () => '/avisos/unknown/reminders',
    get: nobody,
    post: nobody,
  },
  'account/sessions': {
    path: () => '/account/sessions',
    get: members,
    post: members,
    fields: () => ({ which: 'all' }),
  },
  'account/sessions one': {
    path: () => '/account/sessions',
    get: members,
    post: owners,
    fields: ({ session }) => ({ session }),
  },
  'account/second-factor/second-factor': {
    path: () => '/account/second_factor',
    get: staffAccounts,
    post: staffAccounts,
    fields: () => ({ intent: 'begin' }),
  },
  'account/second-factor/passkey-challenge': {
    path: () => '/account/passkey_challenge',
    get: notAllowed,
    post: staffAccounts,
    fields: () => ({ purpose: 'register' }),
  },
  'account/second-factor/passkey-challenge for a proof': {
    path: () => '/account/passkey_challenge',
    get: notAllowed,
    post: members,
    fields: () => ({ purpose: 'proof' }),
  },
  'account/second-factor/proof': { path: () => '/account/proof', get: members, post: members },
  'account/unsent-form': {
    path: ({ unsentForm }) => `/account/unsent_forms/${unsentForm}`,
    get: owners,
    post: owners,
  },
  'account/password': { path: () => '/account/password', get: members, post: members },
  'account/export': { path: () => '/account/export', get: members, post: notAllowed },
  'account/export-json': { path: () => '/account/export.json', get: members, post: members },
  'account/deletion': { path: () => '/account/deletion', get: members, post: members },
  'webhooks/pix': { path: () => `/webhooks/pix/${'x'.repeat(32)}`, get: notAllowed, post: tokenOnly },
  'webhooks/asaas': { path: () => '/webhooks/asaas', get: notAllowed, post: tokenOnly },
  'shop/partner': {
    path: () => '/partner',
    get: partners,
    post: partners,
    fields: ({ publication }) => ({ publication }),
  },
}
