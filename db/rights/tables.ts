import type { Database } from '#app/models/platform/schema.ts'

type TableName = keyof Database

/** Roles of processes. Each has a database user of its own (D126). */
export const roles = ['web', 'worker'] as const
export type Role = (typeof roles)[number]

/** `kept` excludes DELETE, `read` excludes all writes, `columns` (for the worker also `workerColumns`) may be updated. */
type Rights =
  | 'all'
  | 'kept'
  | 'read'
  | { columns: readonly string[]; workerColumns?: readonly string[]; deletedBy?: Role }

const rights: Readonly<Record<TableName, Rights>> = {
  users: 'all',
  profiles: 'all',
  person_texts: 'all',
  person_words: 'all',
  addresses: 'all',
  sessions: 'all',
  company_members: 'all',
  publications: 'all',
  publication_models: 'all',
  publication_files: 'all',
  carts: 'all',
  cart_items: 'all',
  checkout_drafts: 'all',
  shipping_rates: 'all',
  shipping_quotes: 'all',
  price_quotes: 'all',
  price_quote_lines: 'all',
  orders: 'kept',
  order_lines: 'kept',
  boletos: 'kept',
  payments: {
    columns: [
      'order_id',
      'boleto_id',
      'reverses_id',
      'value',
      'credited_on',
      'fee',
      'checked_at',
      'reported_value',
      'value_decided_at',
      'value_decided_by',
      'is_late',
      'problem',
      'resolution',
      'resolution_note',
      'resolved_at',
      'resolved_by',
    ],
  },
  refund_reversals: { columns: [], workerColumns: ['reason'] },
  refund_waivers: { columns: [], workerColumns: ['reason'] },
  refunds: { columns: ['gateway_key', 'document', 'note', 'token', 'created_by'] },
  pix_charges: { columns: ['state', 'state_at', 'payload', 'checked_at'] },
  pix_refunds: { columns: ['state', 'state_at', 'reason'], workerColumns: ['note'] },
  boleto_instructions: { columns: ['remittance_id', 'withdrawn_at'] },
  remittances: {
    columns: ['refused_at', 'reply', 'reply_text', 'replied_at'],
    workerColumns: ['content'],
  },
  history: { columns: [], workerColumns: ['details'] },
  outbox: 'all',
  providers: 'all',
  settings: 'all',
  login_attempts: 'all',
  postal_codes: 'all',
  photos: 'all',
  subscriptions: 'kept',
  renewals: 'kept',
  password_resets: 'all',
  contact_messages: 'all',
  revisions: 'all',
  prepared_files: 'all',
  copies: 'kept',
  downloads: { columns: [] },
  certificates: 'kept',
  certificate_items: 'kept',
  aircraft: 'all',
  deletion_requests: 'all',
  email_changes: 'all',
  email_requests: 'all',
  schedule_runs: 'all',
  expiry_reminders: 'kept',
  shipments: 'kept',
  shipment_orders: 'all',
  shipment_lines: 'all',
  withdrawal_requests: 'kept',
  withdrawal_answers: { columns: [], workerColumns: ['reason'] },
  withdrawal_lines: 'all',
  refused_withdrawal_lines: 'all',
  order_files: 'all',
  photo_requests: 'kept',
  photo_request_lines: 'kept',
  revision_notices: 'kept',
  revision_notice_recipients: 'kept',
  recall_notices: 'kept',
  recall_recipients: 'kept',
  closing_mails: 'kept',
  maintenance: 'read',
  mails: 'all',
  mailboxes: 'all',
  gateway_events: {
    columns: ['outcome', 'processed_at', 'attention', 'resolved_at', 'resolved_by', 'resolution_note'],
    deletedBy: 'worker',
  },
  worker_heartbeats: 'all',
  price_changes: { columns: ['undone_at', 'undone_by_user_id'] },
  price_change_lines: { columns: [] },
  boleto_numbers: 'kept',
  bank_files: {
    columns: ['state', 'applied_at', 'applied_by', 'numbers_through'],
    workerColumns: ['stored_name'],
  },
  bank_file_lines: {
    columns: ['outcome', 'applied_at', 'applied_event_key', 'boleto_id'],
    workerColumns: ['payer_name', 'payer_document'],
  },
  api_keys: 'all',
  api_calls: 'all',
  idempotency_keys: 'all',
  imports: 'all',
  import_records: 'all',
  webhook_endpoints: 'all',
  webhook_deliveries: 'all',
  saved_views: 'all',
  list_columns: 'all',
  unsent_forms: 'all',
  refused_pages: 'all',
  second_factors: 'all',
  recovery_codes: 'all',
  login_challenges: 'all',
  passkeys: 'all',
  passkey_challenges: 'all',
  security_events: { columns: [], workerColumns: ['user_id', 'account_id'], deletedBy: 'worker' },
  backups: 'all',
  waiting_work_notices: 'all',
  restores: 'read',
  catalogue_version: 'all',
  replica_heartbeat: 'all',
  invoices: 'kept',
  invoice_corrections: 'kept',
  publication_taxes: 'all',
  tax_changes: { columns: ['undone_at', 'undone_by_user_id'] },
}

/** Returns each table's privileges besides SELECT, as in a GRANT: "INSERT", "UPDATE (details)". */
export function listPrivileges(role: Role): Map<string, string[]> {
  return new Map(Object.entries(rights).map(([table, right]) => [table, listRolePrivileges(right, role)]))
}

function listRolePrivileges(right: Rights, role: Role): string[] {
  if (right === 'read') return []
  if (right === 'kept') return ['INSERT', 'UPDATE']
  if (right === 'all') return ['INSERT', 'UPDATE', 'DELETE']
  const columns = [...right.columns, ...(role === 'worker' ? (right.workerColumns ?? []) : [])]
  return [
    'INSERT',
    ...columns.map((column) => `UPDATE (${column})`),
    ...(right.deletedBy === role ? ['DELETE'] : []),
  ]
}
