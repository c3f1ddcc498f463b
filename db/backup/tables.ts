import type { Database } from '#app/models/platform/schema.ts'

export type TableName = keyof Database

/** Tables that migrations dropped: a database of the previous release still has them. */
export const formerTables: readonly string[] = ['sales_by_client', 'sales_by_product', 'sales_differences']

/** `reason`: why a restored shop does not go on with the rows of the backup. */
type Treatment = 'kept' | { emptied: string }

/**
 * Every table of the shop. All are in a backup, since the changes of a binary log can only be replayed on the rows they
 * changed; what would do harm or says nothing any more is emptied once a restore is finished.
 */
export const tables: Readonly<Record<TableName, Treatment>> = {
  users: 'kept',
  profiles: 'kept',
  person_texts: 'kept',
  person_words: 'kept',
  addresses: 'kept',
  sessions: { emptied: 'one that was ended since would be open again' },
  company_members: 'kept',
  publications: 'kept',
  publication_models: 'kept',
  publication_files: 'kept',
  carts: 'kept',
  cart_items: 'kept',
  checkout_drafts: 'kept',
  shipping_rates: 'kept',
  shipping_quotes: 'kept',
  price_quotes: 'kept',
  price_quote_lines: 'kept',
  orders: 'kept',
  order_lines: 'kept',
  boletos: 'kept',
  payments: 'kept',
  refunds: 'kept',
  refund_reversals: 'kept',
  refund_waivers: 'kept',
  pix_charges: 'kept',
  pix_refunds: 'kept',
  boleto_instructions: 'kept',
  remittances: 'kept',
  history: 'kept',
  outbox: 'kept',
  providers: { emptied: 'who failed then may work now' },
  settings: 'kept',
  login_attempts: { emptied: 'counts of minutes' },
  postal_codes: 'kept',
  photos: 'kept',
  subscriptions: 'kept',
  renewals: 'kept',
  password_resets: { emptied: 'a link that was used since would work again' },
  contact_messages: 'kept',
  revisions: 'kept',
  prepared_files: 'kept',
  copies: 'kept',
  downloads: 'kept',
  certificates: 'kept',
  certificate_items: 'kept',
  aircraft: 'kept',
  deletion_requests: 'kept',
  email_changes: 'kept',
  email_requests: { emptied: 'a link that was used since would work again' },
  schedule_runs: 'kept',
  expiry_reminders: 'kept',
  shipments: 'kept',
  shipment_orders: 'kept',
  shipment_lines: 'kept',
  withdrawal_requests: 'kept',
  withdrawal_answers: 'kept',
  withdrawal_lines: 'kept',
  refused_withdrawal_lines: 'kept',
  order_files: 'kept',
  photo_requests: 'kept',
  photo_request_lines: 'kept',
  revision_notices: 'kept',
  revision_notice_recipients: 'kept',
  recall_notices: 'kept',
  recall_recipients: 'kept',
  closing_mails: 'kept',
  maintenance: { emptied: 'a restored shop opens' },
  mails: 'kept',
  mailboxes: 'kept',
  gateway_events: 'kept',
  worker_heartbeats: { emptied: 'workers of the other installation' },
  price_changes: 'kept',
  price_change_lines: 'kept',
  tax_changes: 'kept',
  boleto_numbers: 'kept',
  bank_files: 'kept',
  bank_file_lines: 'kept',
  api_keys: 'kept',
  api_calls: { emptied: 'counts of minutes' },
  idempotency_keys: 'kept',
  imports: 'kept',
  import_records: 'kept',
  webhook_endpoints: 'kept',
  webhook_deliveries: 'kept',
  saved_views: 'kept',
  list_columns: 'kept',
  unsent_forms: 'kept',
  refused_pages: { emptied: 'pages of refused forms, an hour old at most' },
  second_factors: 'kept',
  recovery_codes: 'kept',
  security_events: 'kept',
  login_challenges: { emptied: 'logins under way' },
  passkeys: 'kept',
  passkey_challenges: { emptied: 'logins under way' },
  backups: 'kept',
  waiting_work_notices: 'kept',
  restores: 'kept',
  catalogue_version: 'kept',
  replica_heartbeat: { emptied: 'of the servers of the other installation' },
  invoices: 'kept',
  invoice_corrections: 'kept',
  publication_taxes: 'kept',
}

export const emptiedTables = Object.entries(tables).flatMap(([name, treatment]) =>
  treatment === 'kept' ? [] : [name],
)

/** Secrets in clear, empty in a backup that is not encrypted: by table, its columns. */
export const secretColumns: Readonly<Record<string, readonly string[]>> = {
  webhook_endpoints: ['secret', 'old_secret'],
}

/** Columns that name a file under DATA_DIR, as it is or in a folder; those of `prepared_files` go by themselves. */
export const fileColumns: Readonly<Record<string, { column: string; folder?: string }>> = {
  photos: { column: 'name', folder: 'photos' },
  revisions: { column: 'file' },
  order_files: { column: 'file' },
  boletos: { column: 'pdf_file' },
  publication_files: { column: 'file' },
  bank_files: { column: 'stored_name' },
  price_quotes: { column: 'pdf_file' },
}
