import type { ColumnType, Generated } from 'kysely'
import type { MemberEnd, MemberRole } from '#app/domain/accounts/colleagues.ts'
import type { IdentityRow } from '#app/domain/accounts/identity.ts'
import type { ImportContent, RecordKind } from '#app/domain/backoffice/import-kind.ts'
import type { PhotoSubject } from '#app/domain/catalogue/photo-subject.ts'
import type { fieldsByKind, PublicationValues } from '#app/domain/catalogue/publication-fields.ts'
import type { PublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { BoletoState, BoletoWithdrawalReason } from '#app/domain/charges/boleto-state.ts'
import type { CnabFormat, OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { RemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import type { PixChargeState } from '#app/domain/charges/pix-charge.ts'
import type { InvoiceModel, InvoiceState } from '#app/domain/orders/invoices/invoice.ts'
import type { LineOutcome } from '#app/domain/payments/bank-file.ts'
import type { EventAttention } from '#app/domain/payments/gateway-events.ts'
import type { PaymentWay } from '#app/domain/payments/payment-way.ts'
import type { PixRefundState } from '#app/domain/payments/pix-refund.ts'
import type {
  PaymentProblem,
  PaymentResolution,
  PaymentSource,
  Reversal,
} from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { ProviderName } from '#app/domain/platform/provider.ts'
import type { ServiceLayout } from '#app/domain/settings/fiscal.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
import type { PixKind } from '#app/domain/settings/own-pix.ts'

/** The database sets this time if an insert omits it. */
type Stamp = ColumnType<Date, Date | undefined, Date>
/** JSON stored as text, on both MySQL and MariaDB. */
type JsonText = string

type UserTable = {
  id: Generated<number>
  email: string
  password_hash: string | null
  is_active: Generated<boolean>
  is_staff: Generated<boolean>
  is_superuser: Generated<boolean>
  /** seeded account with a public password */
  is_demonstration: Generated<boolean>
  /** when the owner proved access to the present mailbox */
  email_proved_at: Generated<Date | null>
  created_at: Stamp
}

type ProfileTable = IdentityRow & {
  id: Generated<number>
  /** number of the record in the imported system */
  legacy_id: Generated<number | null>
  user_id: number
  is_partner: Generated<boolean>
  /** true if the colleague who ordered also gets the company's mails about the order */
  mails_colleagues: Generated<boolean>
  /** 1, 2 or 9 if staff correct the value that follows from the IE */
  contributor: Generated<string | null>
  billing_address_id: number | null
  shipping_address_id: number | null
  created_at: Stamp
  /** stampChange sets it as well, when a related row changes */
  updated_at: Stamp
  lock_version: Generated<number>
  /** name of the company, else of the person; a generated column */
  shown_name: ColumnType<string | null, never, never>
}

/** The words, e-mail and phone by which people are found. `version` is the version of the algorithm. */
type PersonTextTable = {
  profile_id: number
  words: string
  parts: string
  version: number
  checked_at: Stamp
}

/** The search index of people. Each word and each suffix of e-mail and phone has one row per person. */
type PersonWordTable = { word: string; profile_id: number }

type AddressTable = {
  id: Generated<number>
  country: Generated<string>
  zip_code: string
  street: string
  number: string
  complement: string
  province: string
  city: string
  state: string
  /** IBGE code */
  city_code: Generated<string | null>
}

type SessionTable = {
  id: Generated<number>
  kind: Generated<'browser' | 'api'>
  token_hash: string
  user_id: number
  user_agent: string | null
  created_at: Stamp
  last_seen_at: Date
  expires_at: Date
  /** the membership with which the session acts for a company */
  acting_member_id: Generated<number | null>
  /** last time that the person entered password or second factor, at or after the login */
  proved_at: Date | null
  /** true for an API token issued with a second-factor code */
  has_code: Generated<boolean>
}

type SecondFactorTable = {
  user_id: number
  /** encrypted */
  secret: string
  /** null until the first valid code */
  confirmed_at: Date | null
  /** counter of the last accepted code, in periods of 30 s since 1970 */
  last_counter: Generated<number>
  /** user handle in the person's passkeys; null before the first passkey */
  passkey_handle: Generated<string | null>
  created_at: Stamp
}

type RecoveryCodeTable = { id: Generated<number>; user_id: number; code_hash: string; used_at: Date | null }

/** A login with the correct password that waits for the second factor. */
type LoginChallengeTable = { id: Generated<number>; token_hash: string; user_id: number; expires_at: Date }

type PasskeyTable = {
  id: Generated<number>
  user_id: number
  name: string
  /** host of PUBLIC_URL at registration, the only host for which the passkey works */
  domain: string
  /** base64url; the public key is COSE in base64url */
  credential_id: string
  public_key: string
  /** counter of the last signature; 0 if the device has no counter */
  counter: number
  /** separated by commas */
  transports: string
  created_at: Stamp
  last_used_at: Date | null
}

type PasskeyChallengeTable = {
  id: Generated<number>
  user_id: number
  purpose: 'login' | 'proof' | 'register'
  /** hash of the pending login's token, or id of the session */
  holder: string
  challenge: string
  expires_at: Date
}

type SecurityEventTable = {
  id: Generated<number>
  at: Stamp
  kind: string
  /** the user who acted and the account that was affected; null after their deletion */
  user_id: number | null
  account_id: number | null
  network: string
  request_id: string | null
  details: string
}

/** An invitation of a colleague. After it is accepted, the same row is the membership. */
type CompanyMemberTable = {
  id: Generated<number>
  profile_id: number
  email: string
  role: MemberRole
  invited_by_user_id: number
  /** the person who accepted the invitation */
  user_id: number | null
  nonce: string
  token_hash: string
  sends: Generated<number>
  invited_at: Stamp
  expires_at: Date
  accepted_at: Date | null
  ended_at: Date | null
  ended_by_user_id: number | null
  end_reason: MemberEnd | null
  /** 1 until the membership ends, then null */
  is_open: Generated<number | null>
}

/** Columns without a default in the database, which every insert has to fill. */
type RequiredCheckbox = 'is_signature' | 'is_download'
type DefaultedCheckbox = Exclude<keyof typeof fieldsByKind.checkbox, RequiredCheckbox>

type PublicationDefaults = Record<DefaultedCheckbox, Generated<boolean>> & {
  photo_subject: Generated<PhotoSubject>
}

type PublicationTable = Omit<PublicationValues, keyof PublicationDefaults> &
  PublicationDefaults & {
    id: Generated<number>
    legacy_id: Generated<number | null>
    created_at: Stamp
    updated_at: Stamp
    lock_version: Generated<number>
    removed_at: Date | null
    form_key: string | null
    kind: Generated<PublicationKind>
    description: string | null
    /** table of contents, one entry per line */
    contents: string | null
  }

type PublicationModelTable = {
  id: Generated<number>
  publication_id: number
  model: string
  serial_from: string | null
  serial_to: string | null
}

type PublicationFileTable = {
  id: Generated<number>
  publication_id: number
  kind: 'cover' | 'sample'
  file: string
  name: string
  type: string
  bytes: number
  /** pixels, null for a document */
  width: number | null
  height: number | null
  created_at: Stamp
}

type CartTable = {
  id: Generated<number>
  key_hash: string | null
  user_id: number | null
  version: Generated<number>
  created_at: Stamp
  updated_at: Stamp
}

type CartItemTable = {
  id: Generated<number>
  cart_id: number
  publication_id: number
  /** 0 for a new purchase, else the subscription to renew */
  renews_subscription_id: Generated<number>
  quantity: number
  /** the price quote that applies to the item while the quote is valid */
  quote_id: number | null
}

/** A price quote without personal data; its token cannot be guessed. */
type PriceQuoteTable = {
  id: Generated<number>
  token: string
  request_hash: string
  date: CivilDate
  valid_until: CivilDate
  shipping_type: string | null
  shipping_value: number | null
  shipping_days: number | null
  handling_days: number
  pdf_file: string | null
  created_at: Stamp
}

type PriceQuoteLineTable = {
  id: Generated<number>
  quote_id: number
  publication_id: number
  name: string
  version: string
  price: number
  quantity: number
  is_download: boolean
  is_signature: boolean
}

type CheckoutDraftTable = {
  cart_id: number
  token: string
  data: JsonText
  updated_at: Stamp
}

type ShippingRateTable = {
  id: Generated<number>
  service: string
  region: string
  max_weight_kg: number
  value: number
  days: number
}

type ShippingQuoteTable = {
  id: Generated<number>
  cep: string
  weight_kg: number
  length_cm: Generated<number>
  width_cm: Generated<number>
  height_cm: Generated<number>
  diameter_cm: Generated<number>
  options: JsonText
  created_at: Stamp
  expires_at: Date
}

type OrderTable = {
  id: Generated<number>
  legacy_id: Generated<number | null>
  profile_id: number
  status: number
  date: CivilDate
  total_publications: number
  shipping_value: number
  total: number
  shipping_type: string
  shipping_days: number | null
  billing_address_id: number
  shipping_address_id: number | null
  payer_name: string
  payer_document: string
  reason: string | null
  note: string | null
  nfe: string | null
  checkout_token: string
  terms_version: string | null
  paid_on: CivilDate | null
  anonymised_at: Date | null
  created_at: Stamp
  updated_at: Stamp
  lock_version: Generated<number>
  /** start of a review after a new photo; null if the review began with the order */
  review_since: Date | null
  handling_days: Generated<number>
  /** due date that staff chose for the next boleto; null means the default */
  boleto_due_on: CivilDate | null
  boleto_announced_at: Date | null
  /** the buyer's own order number */
  purchase_order: string | null
  /** copied from the account when ordering; null on older orders, '' for none */
  payer_ie: string | null
  payer_contributor: string | null
}

type OrderLineTable = {
  id: Generated<number>
  legacy_id: Generated<number | null>
  order_id: number
  publication_id: number
  renews_subscription_id: number | null
  name: string
  version: string
  value: number
  is_signature: Generated<boolean>
  is_download: Generated<boolean>
  is_sent_immediately: Generated<boolean>
  airplane_registration: string | null
  airplane_is_foreign: Generated<boolean>
  airplane_serial_number: string | null
  fuel_type: number | null
  photo: string | null
}

type BoletoTable = {
  id: Generated<number>
  order_id: number
  /** number of the boleto within its order, from 0 */
  ordinal: Generated<number>
  /** id of the order if this is its newest boleto, else null */
  current_of: number | null
  issuer: IssuerName
  state: Generated<BoletoState>
  state_at: Stamp
  withdrawn_at: Date | null
  withdrawal_reason: BoletoWithdrawalReason | null
  reference: string
  external_id: string | null
  bank: string
  agency_and_code: string
  wallet: string
  /** range within which the number is unique; null for a gateway's boleto */
  number_range: string | null
  our_number: string
  our_number_printed: string
  document_number: string
  document_date: CivilDate
  due_date: CivilDate
  value: number
  barcode: string
  line: string
  pix_payload: string | null
  /** the bank's codes for a rejection, separated by blanks */
  rejection: string | null
  checked_at: Date | null
  pdf_file: string | null
  /** fine and interest in hundredths of a percent */
  fine_percent: Generated<number>
  interest_percent: Generated<number>
  interest_per_day: number | null
  discount_value: Generated<number>
  discount_until: CivilDate | null
  acceptance_days: number | null
  protest_days: Generated<number>
  /** last day on which the boleto can be paid; null if the issuer's agreement sets the day */
  payable_until: CivilDate | null
  created_at: Stamp
}

/** One row per payment event from any source. */
type PaymentTable = {
  id: Generated<number>
  event_key: string
  source: PaymentSource
  boleto_id: number | null
  order_id: number | null
  value: number
  paid_on: CivilDate
  credited_on: CivilDate | null
  /** fee that bank or gateway deducted; null if unknown */
  fee: number | null
  /** way of payment; null means the usual way of the source */
  way: PaymentWay | null
  details: JsonText | null
  problem: PaymentProblem | null
  reversal: Reversal | null
  reverses_id: number | null
  is_late: Generated<boolean>
  resolution: PaymentResolution | null
  resolved_at: Date | null
  resolved_by: number | null
  resolution_note: string | null
  /** time of the last check for a reversal without an event */
  checked_at: Date | null
  /** different value from a later report; staff decide between the two values */
  reported_value: number | null
  value_decided_at: Date | null
  value_decided_by: number | null
  created_at: Stamp
}

type RefundTable = {
  id: Generated<number>
  order_id: number | null
  payment_id: number | null
  value: number
  refunded_on: CivilDate
  document: string
  note: string | null
  created_at: Stamp
  /** 0 if the gateway reported the refund */
  created_by: number
  /** idempotency token of the form */
  token: string
  /** set if the gateway reported the refund */
  gateway_key: string | null
}

/** A counter-entry that corrects a refund recorded by mistake. */
type RefundReversalTable = {
  id: Generated<number>
  refund_id: number
  reversed_on: CivilDate
  reason: string
  created_at: Stamp
  created_by: number
}

/** An amount that the shop owed to a buyer and that staff decided not to refund. */
type RefundWaiverTable = {
  id: Generated<number>
  order_id: number
  value: number
  reason: string
  token: string
  created_at: Stamp
  created_by: number
}

/** A Pix charge that can be paid instead of a boleto of the shop's own bank. */
type PixChargeTable = {
  id: Generated<number>
  boleto_id: number
  txid: string
  kind: PixKind
  pix_key: string
  state: Generated<PixChargeState>
  state_at: Stamp
  /** copy-and-paste code; null until the bank has created the charge */
  payload: string | null
  checked_at: Date | null
  created_at: Stamp
}

/** A refund that staff requested from the bank. A completed refund also has a row in `refunds`. */
type PixRefundTable = {
  id: Generated<number>
  payment_id: number
  order_id: number | null
  end_to_end_id: string
  /** id that the shop gives the refund at the bank; repeats have the same id, because the form's token determines it */
  refund_key: string
  value: number
  note: string | null
  state: Generated<PixRefundState>
  state_at: Stamp
  /** the bank's reason for rejecting the refund */
  reason: string | null
  created_at: Stamp
  created_by: number
}

/** An instruction to the bank, pending until it is sent or withdrawn. */
type BoletoInstructionTable = {
  id: Generated<number>
  boleto_id: number
  instruction: 'register' | 'write-off'
  remittance_id: number | null
  withdrawn_at: Date | null
  created_at: Stamp
}

type RemittanceTable = {
  id: Generated<number>
  bank: string
  format: number
  sequence: number
  boletos: number
  content: string
  created_at: Stamp
  created_by: number
  /** when staff recorded that the bank rejected the file */
  refused_at: Date | null
  /** the bank's reply about the whole file, its text and when it was read */
  reply: RemittanceReply['outcome'] | null
  reply_text: string | null
  replied_at: Date | null
}

type HistoryTable = {
  id: Generated<number>
  entity: string
  entity_id: number
  action: string
  actor_user_id: number | null
  details: JsonText | null
  created_at: Stamp
}

type OutboxTable = {
  id: Generated<number>
  job: string
  subject: string
  attempts: Generated<number>
  requeues: Generated<number>
  last_error: string | null
  created_at: Stamp
  /** open rows are published in this order */
  due_by: Stamp
  published_at: Date | null
  lease_until: Date | null
  done_at: Date | null
  refused_at: Date | null
  not_before: Date | null
  /** the provider that caused the last failure */
  provider: ProviderName | null
  failed_at: Date | null
  /** number of failures at times when the provider succeeded for other effects */
  lone_failures: Generated<number>
  /** set if the effect may have run before a restore; staff decide whether it runs again */
  uncertain_at: Date | null
}

type ProviderTable = {
  name: ProviderName
  failing_since: Date | null
  succeeded_at: Date | null
  probed_at: Date | null
}

type LoginAttemptTable = {
  id: Generated<number>
  who_hash: string
  /** shared by the rows of an attempt; null in older rows */
  attempt_hash: string | null
  created_at: Stamp
}

type PostalCodeTable = {
  cep: string
  street: string
  province: string
  city: string
  state: string
  city_code: Generated<string | null>
  found: boolean
  fetched_at: Date
}

type SubscriptionTable = {
  id: Generated<number>
  legacy_id: Generated<number | null>
  order_line_id: number
  profile_id: number
  publication_id: number
  status: number
  status_before_expiry: number | null
  expired_on: CivilDate | null
  starts_on: CivilDate
  due: CivilDate | null
  suspended_at: Date | null
  times_renewed: Generated<number>
  track_code: string | null
  sent_on: CivilDate | null
  created_at: Stamp
  updated_at: Stamp
  lock_version: Generated<number>
  notes: string | null
}

type RenewalTable = {
  id: Generated<number>
  order_line_id: number
  subscription_id: number
  due_before: CivilDate | null
  due_after: CivilDate | null
  applied_at: Date | null
  created_at: Stamp
}

type PhotoTable = {
  id: Generated<number>
  name: string
  user_id: number | null
  cart_id: number | null
  type: string
  bytes: number
  width: number
  height: number
  created_at: Stamp
  claimed_at: Date | null
  /** uploaded by a visitor; the first order that names the photo becomes its owner */
  is_open: Generated<boolean>
}

type PasswordResetTable = {
  id: Generated<number>
  user_id: number | null
  nonce: string
  token_hash: string
  created_at: Stamp
  expires_at: Date
  used_at: Date | null
}

type ContactMessageTable = {
  id: Generated<number>
  user_id: number | null
  form_hash: string
  created_at: Stamp
  name: string
  email: string
  phone: string | null
  text: string
  subject: string
  handled_at: Date | null
  handled_by_user_id: number | null
}

type RevisionTable = {
  id: Generated<number>
  publication_id: number
  version: string
  date: CivilDate
  changes: string | null
  file: string | null
  file_name: string | null
  file_type: string | null
  file_bytes: number | null
  created_at: Stamp
  made_by_user_id: number | null
  file_by_user_id: number | null
  file_at: Date | null
}

type PreparedFileTable = {
  id: Generated<number>
  kind: string
  user_id: number | null
  request_hash: string
  facts: JsonText
  name: string
  type: string
  file: string | null
  bytes: number | null
  done: Generated<number>
  total: Generated<number>
  created_at: Stamp
  ready_at: Date | null
  failed_at: Date | null
  expires_at: Date
  /** company for which `user_id` requested the file */
  for_profile_id: Generated<number | null>
}

type CopyTable = {
  id: Generated<number>
  profile_id: number
  publication_id: number
  revision_id: number
  subscription_id: number | null
  number: number
  prepared_file_id: number
  stamp: JsonText
  made_on: CivilDate
  created_at: Stamp
  /** colleague whose name is stamped beside the name of the company */
  person_user_id: Generated<number | null>
}

type DownloadTable = {
  id: Generated<number>
  copy_id: number
  user_id: number
  bytes: number
  is_stamped: boolean
  created_at: Stamp
}

type CertificateTable = {
  id: Generated<number>
  number: string
  profile_id: number
  facts_hash: string
  holder_name: string
  holder_document: string
  issued_at: Date
}

type CertificateItemTable = {
  id: Generated<number>
  certificate_id: number
  subscription_id: number
  name: string
  version: string
  version_date: CivilDate
  airplane_registration: string | null
  airplane_serial_number: string | null
  due: CivilDate
}
type AircraftTable = {
  id: Generated<number>
  profile_id: number
  registration: string
  is_foreign: Generated<boolean>
  serial_number: string | null
  fuel_type: Generated<number>
  nickname: string | null
  created_at: Stamp
}

type DeletionRequestTable = {
  id: Generated<number>
  user_id: number
  created_at: Stamp
  due_at: Date
  undone_at: Date | null
  done_at: Date | null
}

type EmailChangeTable = { id: Generated<number>; user_id: number; old_email: string; created_at: Stamp }

type EmailRequestTable = {
  id: Generated<number>
  user_id: number
  new_email: string
  nonce: string
  token_hash: string
  created_at: Stamp
  expires_at: Date
  used_at: Date | null
}

type ScheduleRunTable = {
  name: string
  period: string
  started_at: Date
  held_until: Date
  attempts: Generated<number>
  finished_at: Date | null
  result: JsonText | null
  error: string | null
}

type ExpiryReminderTable = {
  subscription_id: number
  due: CivilDate
  step: number
  notified_on: CivilDate
}
type ShipmentTable = {
  id: Generated<number>
  legacy_id: Generated<number | null>
  profile_id: number
  owner_user_id: number
  subscription_id: number | null
  direct_shipping: Generated<boolean>
  /** null in shipments from before migration 0214, which use the address of their first order */
  address_id: number | null
  address_changed_at: Date | null
  /** time of the last request for a label */
  label_at: Date | null
  type: string
  status: Generated<number>
  value: Generated<number>
  /** true if staff entered the value; else it is the sum of the orders' quotes */
  value_is_touched: Generated<boolean>
  track_code: string | null
  note: string | null
  creation_date: CivilDate
  send_date: CivilDate | null
  complete_date: CivilDate | null
  return_date: CivilDate | null
  times_sent: Generated<number>
  anonymised_at: Date | null
  cancelled_at: Date | null
  cancel_reason: string | null
  /** day of dispatch, else of creation; a generated column */
  counted_on: ColumnType<CivilDate | null, never, never>
  created_at: Stamp
  updated_at: Stamp
  lock_version: Generated<number>
  form_key: string | null
}

type ShipmentOrderTable = { shipment_id: number; order_id: number }
type ShipmentLineTable = {
  shipment_id: number
  order_line_id: number
  /** 1 while the shipment reserves the copy, else null */
  holds: number | null
  /** true for a one-off copy that is sent in the current revision instead of the revision bought */
  sends_in_force: Generated<boolean>
  sent_version: string | null
  packed_version: string | null
}

type WithdrawalRequestTable = {
  id: Generated<number>
  order_id: number
  is_open: number | null
  reason: string | null
  refund_to: string | null
  created_at: Stamp
  handled_at: Date | null
  outcome: 'accepted' | 'refused' | null
}

/** One row per answer to a request, including corrections. */
type WithdrawalAnswerTable = {
  id: Generated<number>
  request_id: number
  outcome: 'accepted' | 'refused'
  reason: string | null
  created_at: Stamp
  created_by: number | null
}

/** Lines of open or accepted requests. Each line is in at most one of these requests. */
type WithdrawalLineTable = { order_line_id: number; request_id: number }

type RefusedWithdrawalLineTable = { order_line_id: number; request_id: number }

type OrderFileTable = {
  id: Generated<number>
  order_id: number
  kind: 'nfe' | 'file'
  file: string
  name: string
  type: string
  bytes: number
  created_at: Stamp
  /** the invoice to which this XML or DANFE belongs */
  invoice_id: Generated<number | null>
}

/** An NF-e or NFS-e of an order. */
type InvoiceTable = {
  id: Generated<number>
  order_id: number
  model: InvoiceModel
  state: InvoiceState
  /** 1 while the invoice is valid or requested; null after it was rejected or cancelled */
  is_live: number | null
  /** reference that the shop gives the invoice at the issuer; never reused */
  reference: string
  series: string | null
  number: string | null
  access_key: string | null
  protocol: string | null
  authorised_at: Date | null
  cancelled_at: Date | null
  /** messages of the issuer, one per line */
  messages: string | null
  /** null for an invoice that staff recorded */
  asked_at: Date | null
  cancel_reason: string | null
  /** true for the issuer's test environment, without fiscal value */
  is_test: Generated<boolean>
  layout: Generated<ServiceLayout | null>
  lock_version: Generated<number>
  created_at: Stamp
}

type InvoiceCorrectionTable = {
  id: Generated<number>
  invoice_id: number
  state: 'asked' | 'done' | 'refused'
  is_open: number | null
  /** sequence number of the letter at the revenue office, from 1 */
  ordinal: number | null
  text: string
  messages: string | null
  settled_at: Date | null
  created_at: Stamp
}

/** Tax codes of a publication; null means the default for its kind. */
type PublicationTaxesTable = {
  publication_id: number
  nature: string | null
  ncm: string | null
  origin: string | null
  cfop_inside: string | null
  cfop_outside: string | null
  icms_cst: string | null
  csosn: string | null
  pis_cofins_cst: string | null
  ibs_cbs_cst: string | null
  class_trib: string | null
  service_code: string | null
  national_code: string | null
  nbs: string | null
  operation_code: string | null
  lock_version: Generated<number>
}

/** A bulk change of one tax code in many publications. */
type TaxChangeTable = {
  id: Generated<number>
  field: string
  code: string | null
  /** pairs `[publication, previous code]` */
  before_codes: JsonText
  made_by_user_id: number
  created_at: Stamp
  undone_at: Date | null
  undone_by_user_id: number | null
}

type PhotoRequestTable = {
  id: Generated<number>
  order_id: number
  is_open: number | null
  reason: string
  created_at: Stamp
  answered_at: Date | null
}

type PhotoRequestLineTable = { request_id: number; order_line_id: number; answered_at: Date | null }

type RevisionNoticeTable = {
  id: Generated<number>
  revision_id: number
  /** number of the mailing about the revision, from 1 */
  round: number
  asked_by_user_id: number | null
  created_at: Stamp
  /** time when all recipients had been queued */
  listed_at: Date | null
}

type RevisionNoticeRecipientTable = {
  notice_id: number
  profile_id: number
  sent_at: Date | null
  unsent_at: Date | null
}

type RecallNoticeTable = {
  id: Generated<number>
  publication_id: number
  kind: string | null
  /** revision that recipients must have; null for any revision, '' for no revision */
  held: string | null
  subject: string
  body: string
  form_key: string
  asked_by_user_id: number | null
  created_at: Stamp
}

type RecallRecipientTable = {
  notice_id: number
  profile_id: number
  /** revisions that the recipient has; '' for no revision */
  held: string
  sent_at: Date | null
  unsent_at: Date | null
}

type ClosingMailTable = {
  /** such as '2026-11' */
  month: string
  created_at: Stamp
  sent_at: Date | null
}

/** The maintenance in progress. The table has at most one row, and its id is 1. */
type MaintenanceTable = {
  id: number
  began_at: Date
  expected_end: Date | null
}

type MailTable = {
  id: Generated<number>
  outbox_id: number
  job: string
  subject_ref: string
  user_id: number | null
  to_address: string
  subject: string
  state: string
  error: string | null
  attempts: Generated<number>
  created_at: Stamp
  sent_at: Date | null
}

/** The kinds of mail that an account declines, and refusals of its address. */
type MailboxTable = {
  user_id: number
  /** token of the links in mails to this mailbox */
  token: string
  reminders_off_at: Date | null
  revisions_off_at: Date | null
  refused_at: Date | null
  /** 'server' if a server refused the mail, 'report' if the mail was returned afterwards */
  refused_by: string | null
  refusal_code: string | null
}

/** A gateway's webhook event and its outcome. `happened_at` is a text from the gateway. */
type GatewayEventTable = {
  id: Generated<number>
  event_id: string
  name: string
  external_id: string | null
  reference: string | null
  happened_at: string | null
  received_at: Stamp
  outcome: string | null
  processed_at: Date | null
  /** the reason why staff must look at the event */
  attention: EventAttention | null
  resolved_at: Date | null
  resolved_by: number | null
  resolution_note: string | null
}

type WorkerHeartbeatTable = {
  worker: string
  host: string
  pid: number
  started_at: Date
  at: Date
  lanes: Generated<string>
  queues: JsonText | null
  schedules: JsonText
}

type PriceChangeTable = {
  id: Generated<number>
  /** change of the prices in hundredths of a percent */
  percentage: number
  reason: string
  made_by_user_id: number
  created_at: Stamp
  undone_at: Date | null
  undone_by_user_id: number | null
  form_key: string
}

type PriceChangeLineTable = {
  price_change_id: number
  publication_id: number
  name: string
  price_before: number
  price_after: number
  renewal_before: number | null
  renewal_after: number | null
}

/** The next number of a range. All numbers up to `given_through` count as used, even those that no boleto has. */
type BoletoNumberTable = {
  number_range: string
  next_number: number
  given_through: Generated<number>
  updated_at: Stamp
}

type BankFileTable = {
  id: Generated<number>
  /** the file's identity at the bank */
  file_key: string
  sha256: string
  name: string
  bank: CnabBank
  format: CnabFormat
  agreement: string
  sequence: string
  file_date: CivilDate | null
  line_count: number
  /** number to which this file raised the shop's counter */
  numbers_through: number | null
  state: Generated<'read' | 'applying' | 'applied'>
  /** name in the storage; empty after the original was deleted */
  stored_name: string
  source: 'upload' | 'folder'
  created_at: Stamp
  created_by: number | null
  applied_at: Date | null
  applied_by: number | null
  /** doubts about the file, from its trailers */
  doubts: JsonText | null
}

type BankFileLineTable = {
  id: Generated<number>
  bank_file_id: number
  line: number
  line_key: string
  event_key: string
  applied_event_key: string | null
  occurrence: string
  meaning: OccurrenceMeaning
  our_number: string
  boleto_number: string
  /** the number's range; null if the record does not contain it */
  number_range: string | null
  /** wallet in the bank's spelling, for example '009' or '09' for wallet 9 */
  wallet: string
  document_number: string
  /** text that the shop wrote in the boleto and the bank returns */
  control: Generated<string>
  payer_name: Generated<string>
  payer_document: Generated<string>
  /** boleto with this number, even if other fields differ */
  boleto_id: number | null
  value: number
  received: number
  paid: number | null
  fee: number
  occurrence_date: CivilDate | null
  credit_date: CivilDate | null
  due_date: CivilDate | null
  /** the bank's codes, separated by blanks */
  reasons: string
  outcome: LineOutcome | null
  applied_at: Date | null
}

type ApiKeyTable = {
  id: Generated<number>
  name: string
  key_hash: string
  /** the last characters of the key */
  hint: string
  /** separated by commas */
  scopes: string
  user_id: number
  created_at: Stamp
  last_used_at: Date | null
  revoked_at: Date | null
}

/** Number of a caller's API calls in a minute. `minute` counts minutes since 1970. */
type ApiCallTable = { who_hash: string; minute: number; calls: number }

type IdempotencyKeyTable = {
  key_hash: string
  request_hash: string
  status: number | null
  body: string | null
  created_at: Date
}

type ImportTable = {
  id: Generated<number>
  /** address, folder or name of an uploaded file */
  source: string
  content: Generated<ImportContent>
  /** person who uploaded the file; null for other sources */
  created_by: number | null
  state: Generated<'reading' | 'checked' | 'applying' | 'done'>
  /** number of passes over the source so far */
  pass: Generated<number>
  created_at: Stamp
  checked_at: Date | null
  applied_at: Date | null
  /** time when a pass or a write last began or ended; null before that and in older imports */
  touched_at: Date | null
  /** when the imported records were deleted */
  cleared_at: Date | null
  comparison: JsonText | null
}

type ImportRecordTable = {
  id: Generated<number>
  import_id: number
  kind: RecordKind
  legacy_id: number | null
  /** position in the source */
  place: string
  body: JsonText
  state: Generated<'read' | 'ready' | 'refused' | 'known' | 'applied'>
  /** the last pass that contained the record */
  pass: number
  /** true if the last pass contained the record twice */
  repeated: Generated<boolean>
  status: number | null
  /** centavos */
  amount: number | null
  /** value that no other record may have */
  key_text: string | null
  other_key: string | null
  /** id of the record that was changed or created */
  target_id: number | null
  /** old and new value by field; null for a new record */
  changes: JsonText | null
  problems: JsonText | null
  has_problems: Generated<boolean>
}

type SettingTable = { name: string; value: JsonText; updated_at: Stamp; lock_version: Generated<number> }

type WebhookEndpointTable = {
  id: Generated<number>
  address: string
  description: string
  /** not encrypted, because the shop signs deliveries with the secret */
  secret: string
  /** separated by commas */
  events: string
  is_active: Generated<boolean>
  created_by: number
  created_at: Stamp
  form_key: string | null
  lock_version: Generated<number>
  /** previous secret, which also signs deliveries until `old_secret_until` */
  old_secret: Generated<string | null>
  old_secret_until: Generated<Date | null>
}

type WebhookDeliveryTable = {
  id: Generated<number>
  endpoint_id: number
  event: string
  event_id: string
  entity_id: number
  /** body exactly as it is sent */
  body: string
  /** number of times the delivery was queued; part of the outbox subject */
  turn: Generated<number>
  attempts: Generated<number>
  /** number of failures since staff last queued the delivery */
  failures: Generated<number>
  last_attempt_at: Date | null
  last_status: number | null
  last_error: string | null
  next_attempt_at: Date | null
  delivered_at: Date | null
  given_up_at: Date | null
  created_at: Stamp
}

/** The address of a list that a member of staff saved under a name. */
type SavedViewTable = {
  id: Generated<number>
  user_id: number
  list: string
  name: string
  query: string
  created_at: Stamp
}

/** The columns of a list that a member of staff chose. Their keys are separated by dots. */
type ListColumnsTable = { user_id: number; list: string; column_keys: string }

/** Pages with a rejected form, stored so that Back and Reload display them. */
type RefusedPageTable = {
  key_hash: string
  sealed: string
  created_at: Stamp
}

type UnsentFormTable = {
  id: Generated<number>
  user_id: number
  /** company for which the session acted; null for the person's own account */
  member_id: number | null
  page: string
  address: string
  is_multipart: boolean
  /** form fields as JSON pairs of name and value */
  data: string
  created_at: Stamp
}

/** The version of the catalogue. Its stamp changes with any data that public pages show. */
type CatalogueVersionTable = { id: number; stamp: string }
type ReplicaHeartbeatTable = { id: number; at: Date }

/** Waiting records about which staff have received a mail. */
type WaitingWorkNoticeTable = {
  id: Generated<number>
  /** name of the kind of work, as in app/desk */
  kind: string
  record_id: number
  waiting_since: Date
  notified_at: Date
}

type BackupTable = { id: Generated<number>; finished_at: Date; noted_at: Stamp }

/** A restore of a backup. Later effects have numbers from `first_event` on, later orders from `first_order` on. */
type RestoreTable = {
  id: Generated<number>
  /** name of the backup */
  archive: string
  epoch: string
  /** time of the backup; the restore lost all later changes */
  snapshot_at: Date
  restored_at: Date
  first_event: number
  first_order: number
}

export type Database = {
  users: UserTable
  profiles: ProfileTable
  person_texts: PersonTextTable
  person_words: PersonWordTable
  addresses: AddressTable
  sessions: SessionTable
  company_members: CompanyMemberTable
  publications: PublicationTable
  publication_models: PublicationModelTable
  publication_files: PublicationFileTable
  carts: CartTable
  cart_items: CartItemTable
  checkout_drafts: CheckoutDraftTable
  shipping_rates: ShippingRateTable
  shipping_quotes: ShippingQuoteTable
  price_quotes: PriceQuoteTable
  price_quote_lines: PriceQuoteLineTable
  orders: OrderTable
  order_lines: OrderLineTable
  boletos: BoletoTable
  payments: PaymentTable
  refunds: RefundTable
  refund_reversals: RefundReversalTable
  refund_waivers: RefundWaiverTable
  pix_charges: PixChargeTable
  pix_refunds: PixRefundTable
  boleto_instructions: BoletoInstructionTable
  remittances: RemittanceTable
  history: HistoryTable
  outbox: OutboxTable
  providers: ProviderTable
  settings: SettingTable
  login_attempts: LoginAttemptTable
  postal_codes: PostalCodeTable
  photos: PhotoTable
  subscriptions: SubscriptionTable
  renewals: RenewalTable
  password_resets: PasswordResetTable
  contact_messages: ContactMessageTable
  revisions: RevisionTable
  prepared_files: PreparedFileTable
  copies: CopyTable
  downloads: DownloadTable
  certificates: CertificateTable
  certificate_items: CertificateItemTable
  aircraft: AircraftTable
  deletion_requests: DeletionRequestTable
  email_changes: EmailChangeTable
  email_requests: EmailRequestTable
  schedule_runs: ScheduleRunTable
  expiry_reminders: ExpiryReminderTable
  shipments: ShipmentTable
  shipment_orders: ShipmentOrderTable
  shipment_lines: ShipmentLineTable
  withdrawal_requests: WithdrawalRequestTable
  withdrawal_answers: WithdrawalAnswerTable
  withdrawal_lines: WithdrawalLineTable
  refused_withdrawal_lines: RefusedWithdrawalLineTable
  order_files: OrderFileTable
  photo_requests: PhotoRequestTable
  photo_request_lines: PhotoRequestLineTable
  revision_notices: RevisionNoticeTable
  revision_notice_recipients: RevisionNoticeRecipientTable
  recall_notices: RecallNoticeTable
  recall_recipients: RecallRecipientTable
  closing_mails: ClosingMailTable
  maintenance: MaintenanceTable
  mails: MailTable
  mailboxes: MailboxTable
  gateway_events: GatewayEventTable
  worker_heartbeats: WorkerHeartbeatTable
  price_changes: PriceChangeTable
  price_change_lines: PriceChangeLineTable
  boleto_numbers: BoletoNumberTable
  bank_files: BankFileTable
  bank_file_lines: BankFileLineTable
  api_keys: ApiKeyTable
  api_calls: ApiCallTable
  idempotency_keys: IdempotencyKeyTable
  imports: ImportTable
  import_records: ImportRecordTable
  webhook_endpoints: WebhookEndpointTable
  webhook_deliveries: WebhookDeliveryTable
  saved_views: SavedViewTable
  list_columns: ListColumnsTable
  unsent_forms: UnsentFormTable
  refused_pages: RefusedPageTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  login_challenges: LoginChallengeTable
  passkeys: PasskeyTable
  passkey_challenges: PasskeyChallengeTable
  security_events: SecurityEventTable
  backups: BackupTable
  waiting_work_notices: WaitingWorkNoticeTable
  restores: RestoreTable
  catalogue_version: CatalogueVersionTable
  replica_heartbeat: ReplicaHeartbeatTable
  invoices: InvoiceTable
  invoice_corrections: InvoiceCorrectionTable
  publication_taxes: PublicationTaxesTable
  tax_changes: TaxChangeTable
}
