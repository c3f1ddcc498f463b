import { userFilter } from '#app/domain/accounts/user-filter.ts'
import type { CsvKind } from '#app/domain/backoffice/import-kind.ts'
import { boletoFilter } from '#app/domain/charges/boleto-filter.ts'

export type TableFormat = 'xlsx' | 'csv'

type WaitingAllQuery = { search?: string; type?: string }

/** Addresses of the back-office. The id 0 is a new record. */
const admin = {
  home: () => '/admin/',
  today: () => '/admin/today',
  signatures: (search = '') => `/admin/signatures${formatQueryString({ search })}`,
  signaturesFile: (format: TableFormat) => `/admin/signatures.${format}`,
  signature: (id: number) => `/admin/signature/${id}`,
  search: (q?: string) => `/admin/search${q ? `?${new URLSearchParams({ q })}` : ''}`,
  users: () => '/admin/users',
  staffUsers: () => `/admin/users${formatQueryString({ status: userFilter.staff })}`,
  /** the page of a client; `user` opens the same page at its form */
  client: (id: number) => `/admin/client/${id}`,
  user: (id: number) => `/admin/user/${id}`,
  /** with 'order', the page then leads to an internal order for the new client */
  newUser: (next?: 'order') => `/admin/user/0${formatQueryString({ next })}`,
  userCertificate: (id: number) => `/admin/user/${id}/certificate`,
  usersFile: (format: TableFormat) => `/admin/users.${format}`,
  userSecondFactor: (id: number) => `/admin/user/${id}/second_factor`,
  userSessions: (id: number) => `/admin/user/${id}/sessions`,
  userResetLink: (id: number) => `/admin/user/${id}/reset_link`,
  userRestoration: (id: number) => `/admin/user/${id}/restoration`,
  userLabels: (id: number) => `/admin/user/${id}/labels`,
  publications: () => '/admin/publications',
  publication: (id: number) => `/admin/publication/${id}`,
  publicationTaxes: (id: number) => `/admin/publication/${id}/taxes`,
  taxChange: (query: Readonly<Record<string, string>> = {}) =>
    `/admin/publication_taxes${formatQueryString(query)}`,
  publicationRemoval: (id: number) => `/admin/publication/${id}/removal`,
  publicationFile: (id: number) => `/admin/publication/${id}/file`,
  publicationPage: (id: number) => `/admin/publication/${id}/page`,
  publicationPageFile: (id: number, kind: 'cover' | 'sample') => `/admin/publication/${id}/page/${kind}`,
  publicationRevision: (id: number, revision: number) => `/admin/publication/${id}/revision/${revision}`,
  publicationRevisionFile: (id: number, revision: number) => `/admin/publication/${id}/file/${revision}`,
  publicationsFile: (format: TableFormat) => `/admin/publications.${format}`,
  publicationNotice: (id: number, file?: 'sent') =>
    `/admin/publication/${id}/notice${formatQueryString({ file })}`,
  publicationClients: (
    id: number,
    query: {
      page?: number
      selected?: 'all' | 'none'
      kind?: string | undefined
      revision?: string | undefined
    } = {},
  ) => `/admin/report/publication_clients/${id}${formatQueryString(query)}`,
  publicationRecall: (id: number, query: Readonly<Record<string, string>> = {}) =>
    `/admin/publication/${id}/recall${formatQueryString(query)}`,
  publicationClientsFiles: (id: number, files: readonly number[]) =>
    `/admin/report/publication_clients/${id}/files${formatQuery(files.map((file) => ['f', String(file)]))}`,
  orders: (search = '') => `/admin/orders${formatQueryString({ search })}`,
  order: (id: number) => `/admin/order/${id}`,
  /** with `review`, the review queue then continues after the order with this id; 0 is the start of the queue */
  approval: (id: number, review?: number) => `/admin/order/${id}/approval${formatReviewQuery(review)}`,
  rejection: (id: number, review?: number) => `/admin/order/${id}/rejection${formatReviewQuery(review)}`,
  newPhoto: (id: number, review?: number) => `/admin/order/${id}/new_photo${formatReviewQuery(review)}`,
  orderStatus: (id: number) => `/admin/order/${id}/status`,
  orderFiles: (id: number, kind?: 'nfe' | 'file') => `/admin/order/${id}/files${formatQueryString({ kind })}`,
  orderInvoice: (orderId: number, invoiceId?: number) =>
    `/admin/order/${orderId}/invoice${formatQueryString({ invoice: invoiceId })}`,
  invoiceIssue: (orderId: number) => `/admin/order/${orderId}/invoice/issue`,
  invoiceCancel: (orderId: number, invoiceId: number) =>
    `/admin/order/${orderId}/invoice/${invoiceId}/cancel`,
  invoiceCorrection: (orderId: number, invoiceId: number) =>
    `/admin/order/${orderId}/invoice/${invoiceId}/correction`,
  invoiceCancellation: (orderId: number, invoiceId: number) =>
    `/admin/order/${orderId}/invoice/${invoiceId}/cancellation`,
  orderFileRemoval: (orderId: number, fileId: number) => `/admin/order/${orderId}/files/${fileId}/removal`,
  messages: () => '/admin/messages',
  orderDelivery: (id: number) => `/admin/order/${id}/address`,
  orderPayer: (id: number, from?: 'account') => `/admin/order/${id}/payer${formatQueryString({ from })}`,
  orderBoleto: (id: number) => `/admin/order/${id}/boleto.pdf`,
  boletoRenewal: (orderId: number) => `/admin/order/${orderId}/due_date`,
  boletoWriteOff: (orderId: number, boletoId: number) =>
    `/admin/order/${orderId}/write_off?boleto=${boletoId}`,
  boletoRegistration: (orderId: number, boletoId: number) =>
    `/admin/order/${orderId}/registration?boleto=${boletoId}`,
  orderWithdrawal: (orderId: number, requestId: number) =>
    `/admin/order/${orderId}/withdrawal?request=${requestId}`,
  ordersFile: (format: TableFormat) => `/admin/orders.${format}`,
  /** `photo` counts from 1 */
  review: (after?: number, photo?: number) =>
    `/admin/review${formatQueryString({ after: after || undefined, photo: photo === 1 ? undefined : photo })}`,
  createOrder: (client?: number) => `/admin/create_order${formatQueryString({ client })}`,
  shipments: (search = '') => `/admin/expeditions${formatQueryString({ search })}`,
  shipmentsFile: (format: TableFormat) => `/admin/expeditions.${format}`,
  shipment: (id: number, signature?: number) =>
    `/admin/expedition/${id}${signature === undefined ? '' : `/${signature}`}`,
  newShipment: (query: { client?: number; order?: number; signature?: number } = {}) =>
    `/admin/expedition/0${formatQueryString(query)}`,
  dispatch: (id: number) => `/admin/expedition/${id}/dispatch`,
  delivery: (id: number) => `/admin/expedition/${id}/delivery`,
  return: (id: number) => `/admin/expedition/${id}/return`,
  waiting: (query: { page?: number; search?: string; selected?: 'all' } = {}) =>
    `/admin/expeditions/waiting${formatQueryString(query)}`,
  /** previews shipments for all results of a search; `type` is the type for orders without a type */
  waitingAll: (query: WaitingAllQuery = {}) => `/admin/expeditions/waiting/all${formatQueryString(query)}`,
  trackingCodes: () => '/admin/expeditions/codes',
  arrivals: (query: { page?: number; search?: string; selected?: 'all' } = {}) =>
    `/admin/expeditions/sent${formatQueryString(query)}`,
  /** `waitingAll` is present if the search has more results for a next portion */
  shipmentsMade: (ids: readonly number[], refusedIds: readonly string[] = [], waitingAll?: WaitingAllQuery) =>
    `/admin/expeditions/made${formatQuery([
      ...ids.map((id) => ['e', String(id)]),
      ...refusedIds.map((text) => ['r', text]),
      ...(waitingAll ? [['rest', '1'], ...listPairs(waitingAll)] : []),
    ])}`,
  shipmentLabels: (ids: readonly number[]) =>
    `/admin/expeditions/labels${formatQuery(ids.map((id) => ['e', String(id)]))}`,
  correction: (id: number) => `/admin/expedition/${id}/correction`,
  shipmentDelivery: (id: number) => `/admin/expedition/${id}/address`,
  cancellation: (id: number) => `/admin/expedition/${id}/undoing`,
  mails: (search = '') => `/admin/mails${formatQueryString({ search })}`,
  mailsFile: (format: TableFormat) => `/admin/mails.${format}`,
  mailResend: (id: number) => `/admin/mails/${id}/resend`,
  payments: (query: Readonly<Record<string, string | number>> = {}) =>
    `/admin/payments${formatQueryString(query)}`,
  payment: (id: number) => `/admin/payments/${id}`,
  gatewayEvent: (id: number) => `/admin/payments/events/${id}`,
  refund: (orderId: number) => `/admin/order/${orderId}/refund`,
  refundWaiver: (orderId: number) => `/admin/order/${orderId}/refund_waiver`,
  refundReversal: (id: number) => `/admin/refunds/${id}/reversal`,
  pixRefund: (id: number) => `/admin/payments/${id}/pix_refund`,
  paymentRefund: (id: number) => `/admin/payments/${id}/refund`,
  boletos: (status?: keyof typeof boletoFilter) =>
    `/admin/boletos${formatQueryString({ status: status && boletoFilter[status] })}`,
  paymentsFile: (format: TableFormat, query: Readonly<Record<string, string>> = {}) =>
    `/admin/payments.${format}${formatQueryString(query)}`,
  boletosFile: (format: TableFormat) => `/admin/boletos.${format}`,
  remittances: (page = 1, search = '') => `/admin/remittances${formatQueryString({ page, search })}`,
  remittanceRefusal: (id: number) => `/admin/remittances/${id}/refused`,
  remittanceFile: (id: number) => `/admin/remittances/${id}/file`,
  bankFiles: (query: { page?: number } = {}) => `/admin/bank_files${formatQueryString(query)}`,
  bankFile: (id: number, query: { outcome?: number; page?: number } = {}) =>
    `/admin/bank_files/${id}${formatQueryString(query)}`,
  bankFileLines: (id: number, format: TableFormat) => `/admin/bank_files/${id}/lines.${format}`,
  bankFileOriginal: (id: number) => `/admin/bank_files/${id}/original`,
  views: (list: string) => `/admin/views/${list}`,
  help: () => '/admin/help',
  helpPage: (topic: string) => `/admin/help/${topic}`,
  helpPicture: (topic: string) => `/help/${topic}.webp`,
  jobs: () => '/admin/jobs',
  history: () => '/admin/history',
  historyFile: (format: TableFormat) => `/admin/history.${format}`,
  securityLog: (query: Readonly<Record<string, string>> = {}) =>
    `/admin/settings/security${formatQueryString(query)}`,
  securityLogFile: (format: TableFormat, query: Readonly<Record<string, string>> = {}) =>
    `/admin/settings/security.${format}${formatQueryString(query)}`,
  reports: () => '/admin/reports',
  report: (slug: string, query: Readonly<Record<string, string>> = {}) =>
    `/admin/report/${slug}/${formatQueryString(query)}`,
  /** a registration or its beginning; 'null' requests one */
  orderPrefix: (registration: string) => `/admin/report/order_prefix/${encodeURIComponent(registration)}`,
  priceChange: (percentage = '', page = 1) =>
    `/admin/report/publication_price/change${formatQueryString({ percentage, page })}`,
  priceChangeReview: (percentage = '') =>
    `/admin/report/publication_price/change/review${formatQueryString({ percentage })}`,
  priceChangeMade: (id: number) => `/admin/report/publication_price/change/${id}`,
  reportFile: (
    slug: string,
    format: 'csv' | 'xlsx' | 'pdf' | 'json',
    query: Readonly<Record<string, string>>,
  ) => `/admin/report/${slug}/file/${format}${formatQueryString(query)}`,
  settings: () => '/admin/settings',
  setting: (name: string) => `/admin/settings/${name}`,
  /** `place` is a medium ('print'), or a medium with a kind ('print-parts') */
  taxDefault: (place: string) => `/admin/settings/fiscal/${place}`,
  firstSteps: () => '/admin/settings/first_steps',
  imports: () => '/admin/settings/imports',
  import: (id: number) => `/admin/settings/imports/${id}`,
  importFile: (id: number, format: TableFormat) => `/admin/settings/imports/${id}/${format}`,
  csvUpload: (kind: CsvKind) => `/admin/settings/imports/csv/${kind}`,
  csvTemplate: (kind: CsvKind) => `/admin/settings/imports/csv/${kind}/template`,
  csvLines: (id: number, query: { state?: string; page?: number } = {}) =>
    `/admin/settings/imports/${id}/lines${formatQueryString(query)}`,
  pixTest: () => '/admin/settings/pix/test',
  webhooks: () => '/admin/settings/webhooks',
  webhook: (id: number) => `/admin/settings/webhooks/${id}`,
  webhookState: (id: number) => `/admin/settings/webhooks/${id}/state`,
  webhookSecret: (id: number) => `/admin/settings/webhooks/${id}/secret`,
  webhookTest: (id: number) => `/admin/settings/webhooks/${id}/test`,
  webhookRemoval: (id: number) => `/admin/settings/webhooks/${id}/removal`,
  webhookDeliveries: (id: number) => `/admin/settings/webhooks/${id}/deliveries`,
  webhookDelivery: (webhookId: number, deliveryId: number) =>
    `/admin/settings/webhooks/${webhookId}/deliveries/${deliveryId}`,
  freightPart: (part: { region: string; service: string }) =>
    `/admin/settings/freight?${new URLSearchParams(part)}`,
} as const

export type CatalogueQuery = {
  search?: string
  aircraft?: string | undefined
  serial?: string
  kind?: string | undefined
  form?: string | undefined
  sale?: string | undefined
  sort?: string | undefined
  page?: number
}

function formatReviewQuery(after: number | undefined) {
  return after === undefined ? '' : `?review=${after}`
}

/** Returns a report's slug in lower case because the router ignores case. */
export function parseReportSlug(pathname: string): string {
  const [, , , slug = ''] = pathname.split('/')
  return decodeURIComponent(slug).toLowerCase()
}

const apiReferencePath = '/api/docs'

/** Builds all addresses of the shop. No other module builds addresses. */
export const paths = {
  home: () => '/',
  publications: (query: CatalogueQuery = {}) => `/publications${formatQueryString(query)}`,
  publication: (id: number) => `/publications/${id}`,
  /** `stamp` lets browsers cache the picture; the PNG is for programs without SVG */
  publicationCover: (id: number, { stamp, isPng = false }: { stamp?: string; isPng?: boolean } = {}) =>
    `/publications/${id}/cover${formatQueryString({ v: stamp, as: isPng ? 'png' : undefined })}`,
  publicationSample: (id: number) => `/publications/${id}/sample`,
  offline: () => '/offline',
  /** the company's logo or colours; `stamp` changes with them */
  look: (stamp: string, kind: 'css' | 'png') => `/marca/${stamp}.${kind}`,
  sitemap: () => '/sitemap.xml',
  revisionsFeed: () => '/revisions.atom',
  privacy: () => '/privacy',
  currentVersions: (query: { search?: string } = {}) => `/status${formatQueryString(query)}`,
  statusFile: (name: string) => `/status/${encodeURIComponent(name)}`,
  cart: () => '/cart',
  priceQuotes: () => '/orcamento',
  priceQuote: (token: string) => `/orcamento/${token}`,
  priceQuoteFile: (token: string) => `/orcamento/${token}/pdf`,
  checkout: (part?: CheckoutPart, query: { cep?: string; remove?: number } = {}) =>
    `/checkout${formatQueryString(query)}${part ? `#${part}` : ''}`,
  payment: (orderId: number) => `/payment/${orderId}`,
  paymentReturn: ({ code, order }: { code: 200 | 201 | 404; order?: number }) =>
    `/payment_return${formatQueryString({ return_data: code, order })}`,
  /** the bank appends a last segment */
  pixWebhook: (token: string) => `/webhooks/pix/${token}`,
  boleto: (orderId: number) => `/payment/${orderId}/boleto.pdf`,
  orders: (query: { page?: number } = {}) => `/orders${formatQueryString(query)}`,
  tracking: () => '/acompanhar',
  photo: (name: string) => `/photo/${name}`,
  photoPreview: (name: string) => `/photo/${name}?size=preview`,
  order: (id: number) => `/orders/${id}`,
  orderDelivery: (orderId: number) => `/orders/${orderId}/address`,
  withdrawal: (orderId: number) => `/orders/${orderId}/withdrawal`,
  newPhoto: (orderId: number) => `/orders/${orderId}/photo`,
  orderFile: (orderId: number, file: number) => `/orders/${orderId}/files/${file}`,
  cancellation: (orderId: number) => `/orders/${orderId}/cancellation`,
  manage: (query: { search?: string; status?: number; order?: string; page?: number } = {}) =>
    `/manage${formatQueryString(query)}`,
  download: (subscriptionId: number) => `/downloads/${subscriptionId}`,
  file: (id: number) => `/files/${id}`,
  fileContent: (id: number, name: string) => `/files/${id}/${encodeURIComponent(name)}`,
  certificate: () => '/certificate',
  checkCertificate: (number: string) => `/certificado/${number}`,
  receipt: (orderId: number) => `/orders/${orderId}/receipt`,
  partner: (query: { search?: string } = {}) => `/partner${formatQueryString(query)}`,
  account: () => '/account',
  profile: () => '/account/profile',
  changeEmail: () => '/account/email',
  emailProof: () => '/account/email_proof',
  addresses: (part?: 'cobranca' | 'entrega') => `/account/addresses${part ? `#${part}` : ''}`,
  fleet: (query: { page?: number } = {}) => `/account/fleet${formatQueryString(query)}`,
  aircraft: (id: number) => `/account/fleet/${id}`,
  aircraftRemoval: (id: number) => `/account/fleet/${id}/removal`,
  colleagues: () => '/account/colleagues',
  colleague: (id: number) => `/account/colleagues/${id}`,
  companies: () => '/account/companies',
  sessions: () => '/account/sessions',
  secondFactor: () => '/account/second_factor',
  passkeyChallenge: () => '/account/passkey_challenge',
  proof: (query: { redirectTo?: string } = {}) => `/account/proof${formatQueryString(query)}`,
  unsentForms: () => '/account/unsent_forms/',
  unsentForm: (id: number) => `/account/unsent_forms/${id}`,
  password: () => '/account/password',
  mailChoices: () => '/account/mails',
  /** a link in a mail, which needs no login */
  declineMails: (token: string, topic: string) => `/avisos/${token}/${topic}`,
  dataExport: () => '/account/export',
  dataExportFile: () => '/account/export.json',
  deletion: () => '/account/deletion',
  dueDates: () => '/manage/due_dates.ics',
  renew: (subscriptionId: number) => `/manage/${subscriptionId}/renew`,
  renewals: ({ ids = [], all }: { ids?: readonly number[]; all?: boolean } = {}) =>
    `/renew${formatQuery([...(all ? [['all', '1']] : []), ...ids.map((id) => ['s', String(id)])])}`,
  contact: () => '/contact',
  terms: () => '/terms',
  apiReference: (operation?: string) => `${apiReferencePath}${operation ? `#${operation}` : ''}`,
  apiDocument: () => '/api/openapi.json',
  recover: (query: { redirectTo?: string } = {}) => `/recover${formatQueryString(query)}`,
  changePassword: (token: string, query: { redirectTo?: string } = {}) =>
    `/change_pass/${token}${formatQueryString(query)}`,
  invitation: (token: string) => `/invitation/${token}`,
  confirmEmail: (token: string) => `/change_email/${token}`,
  /** addresses in responses of the API */
  apiPublicationFile: (id: number) => `/api/files/publication/${id}/`,
  apiOrderFile: (orderId: number, file: number) => `/api/files/order/${orderId}/${file}/`,
  apiBoleto: (orderId: number) => `/api/boleto/${orderId}/`,
  apiSignatureFile: (id: number) => `/api/signature_file/${id}/`,
  apiOrderImage: (name: string) => `/api/order_image/${name}/`,
  apiStatusFile: () => '/api/files/status/',
  login: (query: { redirectTo?: string; lost?: string } = {}) => `/login${formatQueryString(query)}`,
  loginCode: (query: { redirectTo?: string } = {}) => `/login/code${formatQueryString(query)}`,
  logout: () => '/logout',
  admin,
} as const

export function isStaffPath(path: string): boolean {
  return /^\/admin(\/|$)/.test(path)
}

/** Returns true for pages to which no redirect returns and whose address may contain a token. */
export function isLoginPage(path: string): boolean {
  return /^\/(login|recover|change_pass|change_email|invitation)(\/|\?|$)/i.test(path)
}

/** Returns true for pages that show the person's own data even while the person acts for a company. */
export function isOwnAccountPath(path: string): boolean {
  return /^\/(account(?!\/(companies|unsent_forms))|partner)(\/|$)/i.test(path)
}

export type CheckoutPart =
  | 'frete'
  | 'resumo'
  | 'publicacoes'
  | 'dados'
  | 'cobranca'
  | 'entrega'
  | `item-${number}`

/** Returns the target if it is a local path; otherwise the fallback, as for `//evil` and `/\evil`. */
export function getSafeRedirect(target: unknown, fallback = paths.home()): string {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return fallback
  const [path = ''] = target.split(/[?#]/, 1)
  if (/[\p{Cc}\\]/u.test(target) || /\/\/|%2f|%5c/i.test(path)) return fallback
  const origin = 'https://shop.invalid'
  const url = new URL(target, origin)
  return url.origin === origin ? `${url.pathname}${url.search}${url.hash}` : fallback
}

export function getSafeAdminRedirect(target: unknown, fallback = paths.admin.home()): string {
  const path = getSafeRedirect(target, fallback)
  return /^\/admin(\/|$)/.test(path) ? path : fallback
}

function formatQueryString(query: Query): string {
  return formatQuery(listPairs(query))
}

type Query = Record<string, string | number | undefined>

function listPairs(query: Query): string[][] {
  const pairs = Object.entries(query).filter(([key, value]) => value && !(key === 'page' && value === 1))
  return pairs.map(([key, value]) => [key, String(value)])
}

function formatQuery(pairs: string[][]): string {
  const text = new URLSearchParams(pairs).toString()
  return text && `?${text}`
}

/** Matches the first segments of the API's paths in the specification. */
const apiPath = /^\/(api|profile|publication|signature|order|order_publication|expedition)(\/|$)/

/** Returns true for a path of the API, but not for its reference, which is a page. */
export function isApiPath(path: string): boolean {
  return apiPath.test(path) && path.replace(/\/$/, '') !== apiReferencePath
}
