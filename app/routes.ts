import { index, type RouteConfig, route } from '@remix-run/route-config'

/** One module shows all reports; the address says which, and tells one route from another. */
function report(path: string, options: { index?: boolean } = {}) {
  const id = `routes/admin/reports/${path.replace(/\/:.*/, '')}`
  return route(path, 'routes/admin/reports/report.tsx', { ...options, id })
}

/** One module answers all calls of the API; the operations (app/api) say what each is. */
function call(path: string) {
  return route(path, 'routes/api/call.ts', { id: `routes/api/call/${path.replace(/[^a-z_/]/g, '')}` })
}

/**
 * Every address of the shop and the module that answers there, by area; `paths.ts` writes the same addresses. Those
 * under /admin stand inside the back-office's frame. A page's own view, words and forms stand beside its module.
 */
export default [
  index('routes/shop/home.tsx'),
  route('robots.txt', 'routes/shop/feeds/robots.ts'),
  route('sitemap.xml', 'routes/shop/feeds/sitemap.ts'),
  route('revisions.atom', 'routes/shop/feeds/revisions-feed.ts'),
  route('publications', 'routes/shop/publications.tsx', { index: true }),
  route('publications/:id', 'routes/shop/publication.tsx'),
  route('status', 'routes/shop/current-versions.tsx', { index: true }),
  route('status/:name', 'routes/shop/current-versions-file.ts'),
  route('contact', 'routes/shop/contact.tsx'),
  route('terms', 'routes/shop/terms.tsx'),
  route('privacy', 'routes/shop/privacy.tsx'),
  route('partner', 'routes/shop/partner.tsx'),
  route('certificado/:number', 'routes/shop/certificate-check.tsx'),

  route('cart', 'routes/checkout/cart.tsx'),
  route('checkout', 'routes/checkout/checkout.tsx'),
  route('photo/:name', 'routes/checkout/photo.ts'),

  route('payment/:order', 'routes/payments/payment.tsx', { index: true }),
  route('payment/:order/boleto.pdf', 'routes/payments/boleto-pdf.ts'),
  route('payment_return/:code?', 'routes/payments/payment-return.tsx'),

  route('orders', 'routes/orders/orders.tsx', { index: true }),
  route('orders/:id', 'routes/orders/order.tsx', { index: true }),
  route('orders/:id/cancellation', 'routes/orders/cancellation.tsx'),
  route('orders/:id/withdrawal', 'routes/orders/withdrawal.tsx'),
  route('orders/:id/photo', 'routes/orders/new-photo.tsx'),
  route('orders/:id/receipt', 'routes/orders/receipt.ts'),
  route('orders/:id/files/:file', 'routes/orders/file.ts'),

  route('manage', 'routes/subscriptions/manage.tsx'),
  route('renew', 'routes/subscriptions/renew-several.tsx'),
  route('manage/:id/renew', 'routes/subscriptions/renew-one.tsx'),
  route('certificate', 'routes/subscriptions/certificate.tsx'),
  route('downloads/:id', 'routes/subscriptions/download.tsx'),

  route('login', 'routes/account/login.tsx'),
  route('logout', 'routes/account/logout.tsx'),
  route('recover', 'routes/account/recover.tsx'),
  route('change_pass/:hash', 'routes/account/new-password.tsx'),
  route('change_email/:hash', 'routes/account/new-email.tsx'),
  route('account', 'routes/account/account.tsx', { index: true }),
  route('account/profile', 'routes/account/profile.tsx'),
  route('account/addresses', 'routes/account/addresses.tsx'),
  route('account/email', 'routes/account/email.tsx'),
  route('account/password', 'routes/account/password.tsx'),
  route('account/sessions', 'routes/account/sessions.tsx'),
  route('account/deletion', 'routes/account/deletion.tsx'),
  route('account/export', 'routes/account/export.tsx'),
  route('account/export.json', 'routes/account/export-json.ts'),
  route('account/fleet', 'routes/account/fleet/fleet.tsx', { index: true }),
  route('account/fleet/:id', 'routes/account/fleet/aircraft.tsx', { index: true }),
  route('account/fleet/:id/removal', 'routes/account/fleet/aircraft-removal.tsx'),

  route('files/:id', 'routes/files/prepared-file.tsx', { index: true }),
  route('files/:id/:name', 'routes/files/content.ts'),

  route('webhooks/asaas', 'routes/webhooks/asaas.ts'),

  route('api/docs', 'routes/api/docs.tsx'),
  call('api/*'),
  call('profile/:id?'),
  call('publication/:id?'),
  call('signature/:id?'),
  call('signature/:id/renew'),
  call('order/:id?'),
  call('order_publication'),
  call('expedition/:id?'),

  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/dashboard.tsx'),
    route('search', 'routes/admin/search.tsx'),
    route('today', 'routes/admin/today.tsx'),

    route('orders', 'routes/admin/orders/orders.tsx'),
    route('orders.csv', 'routes/admin/orders/orders-csv.ts'),
    route('create_order', 'routes/admin/orders/new/create-order.tsx'),
    route('review', 'routes/admin/orders/review/review.tsx'),
    route('order/:id', 'routes/admin/orders/order.tsx', { index: true }),
    route('order/:id/approval', 'routes/admin/orders/review/approval.tsx'),
    route('order/:id/rejection', 'routes/admin/orders/review/rejection.tsx'),
    route('order/:id/new_photo', 'routes/admin/orders/review/new-photo.tsx'),
    route('order/:id/status', 'routes/admin/orders/status.tsx'),
    route('order/:id/refund', 'routes/admin/orders/refund.tsx'),
    route('order/:id/withdrawal', 'routes/admin/orders/withdrawal.tsx'),
    route('order/:id/registration', 'routes/admin/orders/boletos/registration.tsx'),
    route('order/:id/due_date', 'routes/admin/orders/boletos/due-date.tsx'),
    route('order/:id/boleto.pdf', 'routes/admin/orders/boletos/boleto-pdf.ts'),
    route('order/:id/files', 'routes/admin/orders/files/files.tsx', { index: true }),
    route('order/:id/files/:file/removal', 'routes/admin/orders/files/file-removal.tsx'),

    route('expeditions', 'routes/admin/shipments/shipments.tsx', { index: true }),
    route('expeditions.csv', 'routes/admin/shipments/shipments-csv.ts'),
    route('expeditions/waiting', 'routes/admin/shipments/waiting.tsx'),
    route('expeditions/made', 'routes/admin/shipments/created.tsx'),
    route('expeditions/codes', 'routes/admin/shipments/codes/codes.tsx'),
    route('expeditions/labels', 'routes/admin/shipments/labels.tsx'),
    route('expedition/:id', 'routes/admin/shipments/shipment.tsx', { index: true }),
    route('expedition/:id/:signature', 'routes/admin/shipments/new-shipment.tsx'),
    route('expedition/:id/correction', 'routes/admin/shipments/acts/correction.tsx'),
    route('expedition/:id/delivery', 'routes/admin/shipments/acts/delivery.tsx'),
    route('expedition/:id/dispatch', 'routes/admin/shipments/acts/dispatch.tsx'),
    route('expedition/:id/return', 'routes/admin/shipments/acts/return.tsx'),
    route('expedition/:id/undoing', 'routes/admin/shipments/acts/cancellation.tsx'),

    route('payments', 'routes/admin/payments/payments.tsx', { index: true }),
    route('payments/:id', 'routes/admin/payments/payment.tsx', { index: true }),
    route('payments/:id/refund', 'routes/admin/payments/refund.tsx'),
    route('boletos', 'routes/admin/payments/boletos.tsx'),
    route('boletos.csv', 'routes/admin/payments/boletos-csv.ts'),
    route('remittances', 'routes/admin/payments/remittances.tsx', { index: true }),
    route('remittances/:id/file', 'routes/admin/payments/remittance-file.ts'),
    route('remittances/:id/refused', 'routes/admin/payments/remittance-refused.tsx'),
    route('bank_files', 'routes/admin/payments/bank-files/bank-files.tsx', { index: true }),
    route('bank_files/:id', 'routes/admin/payments/bank-files/bank-file.tsx', { index: true }),
    route('bank_files/:id/lines.csv', 'routes/admin/payments/bank-files/bank-file-lines-csv.ts'),
    route('bank_files/:id/original', 'routes/admin/payments/bank-files/bank-file-original.ts'),

    route('publications', 'routes/admin/publications/publications.tsx'),
    route('publications.csv', 'routes/admin/publications/publications-csv.ts'),
    route('publication/:id', 'routes/admin/publications/publication.tsx', { index: true }),
    route('publication/:id/file', 'routes/admin/publications/file.tsx', { index: true }),
    route('publication/:id/file/:revision', 'routes/admin/publications/revision-file.ts'),
    route('publication/:id/notice', 'routes/admin/publications/notice.tsx'),
    route('publication/:id/removal', 'routes/admin/publications/removal.tsx'),

    route('signatures', 'routes/admin/subscriptions/subscriptions.tsx'),
    route('signatures.csv', 'routes/admin/subscriptions/subscriptions-csv.ts'),
    route('signature/:id', 'routes/admin/subscriptions/subscription.tsx'),

    route('users', 'routes/admin/users/users.tsx'),
    route('users.csv', 'routes/admin/users/users-csv.ts'),
    route('user/:id', 'routes/admin/users/user.tsx', { index: true }),
    route('user/:id/certificate', 'routes/admin/users/certificate.ts'),
    route('user/:id/labels', 'routes/admin/users/labels.tsx'),
    route('user/:id/reset_link', 'routes/admin/users/reset-link.tsx'),
    route('user/:id/restoration', 'routes/admin/users/restoration.ts'),

    route('reports', 'routes/admin/reports/reports.tsx'),
    route('report/:report/file/:format', 'routes/admin/reports/file.ts'),
    report('report/client', { index: true }),
    report('report/expedition_list'),
    report('report/expired_signatures'),
    report('report/order_prefix/:prefix?'),
    report('report/orders/:type?'),
    report('report/paid_orders'),
    report('report/product'),
    report('report/publication_price', { index: true }),
    report('report/renews/:type?'),
    report('report/signatures/:type?'),
    route(
      'report/publication_clients/:id',
      'routes/admin/reports/publication-clients/publication-clients.tsx',
      { index: true },
    ),
    route(
      'report/publication_clients/:id/files',
      'routes/admin/reports/publication-clients/publication-clients-files.tsx',
    ),
    route('report/publication_price/change', 'routes/admin/reports/prices/price-changes.tsx', {
      index: true,
    }),
    route('report/publication_price/change/:id', 'routes/admin/reports/prices/price-change.tsx'),
    route('report/publication_price/change/review', 'routes/admin/reports/prices/price-change-review.tsx'),

    route('settings', 'routes/admin/settings/settings.tsx', { index: true }),
    route('settings/api_keys', 'routes/admin/settings/api-keys/api-keys.tsx'),
    route('settings/bank', 'routes/admin/settings/bank.tsx'),
    route('settings/company', 'routes/admin/settings/company.tsx'),
    route('settings/freight', 'routes/admin/settings/freight.tsx'),
    route('settings/imports', 'routes/admin/settings/imports/imports.tsx', { index: true }),
    route('settings/imports/:id', 'routes/admin/settings/imports/import.tsx', { index: true }),
    route('settings/imports/:id/csv', 'routes/admin/settings/imports/import-csv.ts'),
    route('settings/issuer', 'routes/admin/settings/issuer.tsx'),
    route('settings/shop', 'routes/admin/settings/shop.tsx'),
    route('settings/status_file', 'routes/admin/settings/status-file.tsx'),
    route('settings/webhooks', 'routes/admin/settings/webhooks/webhooks.tsx', { index: true }),
    route('settings/webhooks/:id', 'routes/admin/settings/webhooks/webhook.tsx', { index: true }),
    route('settings/webhooks/:id/deliveries', 'routes/admin/settings/webhooks/deliveries.tsx', {
      index: true,
    }),
    route('settings/webhooks/:id/deliveries/:delivery', 'routes/admin/settings/webhooks/delivery.tsx'),
    route('settings/webhooks/:id/removal', 'routes/admin/settings/webhooks/webhook-removal.tsx'),
    route('settings/webhooks/:id/secret', 'routes/admin/settings/webhooks/webhook-secret.tsx'),
    route('settings/webhooks/:id/state', 'routes/admin/settings/webhooks/webhook-state.ts'),
    route('settings/webhooks/:id/test', 'routes/admin/settings/webhooks/webhook-test.ts'),

    route('jobs', 'routes/admin/system/jobs.tsx'),
    route('mails', 'routes/admin/system/mails.tsx', { index: true }),
    route('mails.csv', 'routes/admin/system/mails-csv.ts'),
    route('mails/:id/resend', 'routes/admin/system/mail-resend.tsx'),
    route('history', 'routes/admin/system/history.tsx'),
    route('history.csv', 'routes/admin/system/history-csv.ts'),
  ]),

  route('*', 'routes/shop/not-found.tsx'),
] satisfies RouteConfig
