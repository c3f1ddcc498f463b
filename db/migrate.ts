import { type Kysely, type Migration, type MigrationProvider, Migrator } from 'kysely'
import * as m0001 from './migrations/0001-create-users.ts'
import * as m0002 from './migrations/0002-create-addresses.ts'
import * as m0003 from './migrations/0003-create-profiles.ts'
import * as m0004 from './migrations/0004-create-sessions.ts'
import * as m0005 from './migrations/0005-create-publications.ts'
import * as m0006 from './migrations/0006-create-carts.ts'
import * as m0007 from './migrations/0007-create-cart-items.ts'
import * as m0008 from './migrations/0008-create-checkout-drafts.ts'
import * as m0009 from './migrations/0009-create-shipping-rates.ts'
import * as m0010 from './migrations/0010-create-shipping-quotes.ts'
import * as m0011 from './migrations/0011-create-orders.ts'
import * as m0012 from './migrations/0012-create-order-lines.ts'
import * as m0013 from './migrations/0013-create-boletos.ts'
import * as m0014 from './migrations/0014-create-history.ts'
import * as m0015 from './migrations/0015-create-outbox.ts'
import * as m0016 from './migrations/0016-create-settings.ts'
import * as m0017 from './migrations/0017-require-renewal-price.ts'
import * as m0018 from './migrations/0018-create-login-tries.ts'
import * as m0019 from './migrations/0019-index-draft-age.ts'
import * as m0020 from './migrations/0020-index-quote-age.ts'
import * as m0021 from './migrations/0021-create-postal-codes.ts'
import * as m0022 from './migrations/0022-keep-foreign-marks.ts'
import * as m0023 from './migrations/0023-keep-accepted-terms.ts'
import * as m0024 from './migrations/0024-widen-drafts.ts'
import * as m0025 from './migrations/0025-create-photos.ts'
import * as m0026 from './migrations/0026-note-quoted-box.ts'
import * as m0027 from './migrations/0027-create-subscriptions.ts'
import * as m0028 from './migrations/0028-note-payment-day.ts'
import * as m0029 from './migrations/0029-create-password-resets.ts'
import * as m0030 from './migrations/0030-create-contact-messages.ts'
import * as m0031 from './migrations/0031-keep-kind-sold.ts'
import * as m0032 from './migrations/0032-create-revisions.ts'
import * as m0033 from './migrations/0033-fill-revisions.ts'
import * as m0034 from './migrations/0034-drop-publication-file.ts'
import * as m0035 from './migrations/0035-create-prepared-files.ts'
import * as m0036 from './migrations/0036-create-copies.ts'
import * as m0037 from './migrations/0037-create-downloads.ts'
import * as m0038 from './migrations/0038-create-certificates.ts'
import * as m0039 from './migrations/0039-create-certificate-items.ts'
import * as m0040 from './migrations/0040-let-carts-hold-renewals.ts'
import * as m0041 from './migrations/0041-link-renewal-lines.ts'
import * as m0042 from './migrations/0042-create-renewals.ts'
import * as m0043 from './migrations/0043-create-aircraft.ts'
import * as m0044 from './migrations/0044-note-user-agents.ts'
import * as m0045 from './migrations/0045-create-deletion-requests.ts'
import * as m0046 from './migrations/0046-create-email-changes.ts'
import * as m0047 from './migrations/0047-mark-anonymised-orders.ts'
import * as m0048 from './migrations/0048-create-schedule-runs.ts'
import * as m0049 from './migrations/0049-keep-status-before-expiry.ts'
import * as m0050 from './migrations/0050-create-expiry-reminders.ts'
import * as m0051 from './migrations/0051-create-expeditions.ts'
import * as m0052 from './migrations/0052-create-expedition-orders.ts'
import * as m0053 from './migrations/0053-create-expedition-lines.ts'
import * as m0054 from './migrations/0054-create-withdrawal-requests.ts'
import * as m0055 from './migrations/0055-create-withdrawal-lines.ts'
import * as m0056 from './migrations/0056-answer-withdrawals-one-by-one.ts'
import * as m0057 from './migrations/0057-note-who-wrote.ts'
import * as m0058 from './migrations/0058-create-email-requests.ts'
import * as m0059 from './migrations/0059-forget-reasons-in-history.ts'
import * as m0060 from './migrations/0060-mark-anonymised-shipments.ts'
import * as m0061 from './migrations/0061-count-edits-of-profiles.ts'
import * as m0062 from './migrations/0062-count-edits-of-publications.ts'
import * as m0063 from './migrations/0063-count-edits-of-orders.ts'
import * as m0064 from './migrations/0064-count-edits-of-expeditions.ts'
import * as m0065 from './migrations/0065-count-edits-of-subscriptions.ts'
import * as m0066 from './migrations/0066-count-edits-of-settings.ts'
import * as m0067 from './migrations/0067-index-roles.ts'
import * as m0068 from './migrations/0068-index-partners-and-documents.ts'
import * as m0069 from './migrations/0069-name-clients-as-shown.ts'
import * as m0070 from './migrations/0070-note-removed-publications.ts'
import * as m0071 from './migrations/0071-note-who-made-revisions.ts'
import * as m0072 from './migrations/0072-index-stored-files.ts'
import * as m0073 from './migrations/0073-create-revision-notices.ts'
import * as m0074 from './migrations/0074-create-revision-notice-recipients.ts'
import * as m0075 from './migrations/0075-create-order-files.ts'
import * as m0076 from './migrations/0076-create-photo-requests.ts'
import * as m0077 from './migrations/0077-create-photo-request-lines.ts'
import * as m0078 from './migrations/0078-note-review-of-orders.ts'
import * as m0079 from './migrations/0079-index-marks-of-lines.ts'
import * as m0080 from './migrations/0080-index-tracking-codes.ts'
import * as m0081 from './migrations/0081-index-expedition-creation.ts'
import * as m0082 from './migrations/0082-index-waiting-units.ts'
import * as m0083 from './migrations/0083-index-renewal-copies.ts'
import * as m0084 from './migrations/0084-keep-notes-of-subscriptions.ts'
import * as m0085 from './migrations/0085-index-tracking-codes.ts'
import * as m0086 from './migrations/0086-index-subscription-status.ts'
import * as m0087 from './migrations/0087-create-mails.ts'
import * as m0088 from './migrations/0088-create-worker-beats.ts'
import * as m0089 from './migrations/0089-index-history.ts'
import * as m0090 from './migrations/0090-note-handling-days.ts'
import * as m0091 from './migrations/0091-note-cancelled-expeditions.ts'
import * as m0092 from './migrations/0092-name-asked-resends.ts'
import * as m0093 from './migrations/0093-note-forms-of-publications.ts'
import * as m0094 from './migrations/0094-note-forms-of-expeditions.ts'
import * as m0095 from './migrations/0095-create-price-changes.ts'
import * as m0096 from './migrations/0096-create-price-change-lines.ts'
import * as m0097 from './migrations/0097-date-expeditions.ts'
import * as m0098 from './migrations/0098-index-sums-of-orders.ts'
import * as m0099 from './migrations/0099-index-units-by-due.ts'
import * as m0100 from './migrations/0100-index-kinds-of-lines.ts'
import * as m0101 from './migrations/0101-index-orders-by-payment.ts'
import * as m0102 from './migrations/0102-give-slips-a-life.ts'
import * as m0103 from './migrations/0103-create-payments.ts'
import * as m0104 from './migrations/0104-create-remittances.ts'
import * as m0105 from './migrations/0105-create-gateway-events.ts'
import * as m0106 from './migrations/0106-create-bank-files.ts'
import * as m0107 from './migrations/0107-index-slips-for-staff.ts'
import * as m0108 from './migrations/0108-name-number-ranges-of-boletos.ts'
import * as m0109 from './migrations/0109-fill-number-ranges-of-boletos.ts'
import * as m0110 from './migrations/0110-number-boletos-once-per-range.ts'
import * as m0111 from './migrations/0111-let-ranges-share-numbers.ts'
import * as m0112 from './migrations/0112-create-boleto-numbers.ts'
import * as m0113 from './migrations/0113-say-whose-boleto-bank-lines-name.ts'
import * as m0114 from './migrations/0114-note-numbers-bank-files-skip.ts'
import * as m0115 from './migrations/0115-name-originals-of-bank-files.ts'
import * as m0116 from './migrations/0116-create-person-texts.ts'
import * as m0117 from './migrations/0117-create-person-words.ts'
import * as m0118 from './migrations/0118-tell-attempts-apart.ts'
import * as m0119 from './migrations/0119-mark-demonstration-accounts.ts'
import * as m0120 from './migrations/0120-mark-seeded-accounts.ts'
import * as m0121 from './migrations/0121-end-staff-sessions.ts'
import * as m0122 from './migrations/0122-unmark-other-accounts.ts'
import * as m0123 from './migrations/0123-note-when-people-were-indexed.ts'
import * as m0124 from './migrations/0124-delay-effects.ts'
import * as m0125 from './migrations/0125-note-promised-boletos.ts'
import * as m0126 from './migrations/0126-create-providers.ts'
import * as m0127 from './migrations/0127-note-sent-revisions.ts'
import * as m0128 from './migrations/0128-fill-sent-revisions.ts'
import * as m0129 from './migrations/0129-note-packed-revisions.ts'
import * as m0130 from './migrations/0130-fill-packed-revisions.ts'
import * as m0131 from './migrations/0131-join-indexes-of-orders.ts'

/** Every migration by its name, in order. A migration is frozen once it has landed; it holds one statement. */
export const migrations: Record<string, Migration> = {
  '0001-create-users': m0001,
  '0002-create-addresses': m0002,
  '0003-create-profiles': m0003,
  '0004-create-sessions': m0004,
  '0005-create-publications': m0005,
  '0006-create-carts': m0006,
  '0007-create-cart-items': m0007,
  '0008-create-checkout-drafts': m0008,
  '0009-create-shipping-rates': m0009,
  '0010-create-shipping-quotes': m0010,
  '0011-create-orders': m0011,
  '0012-create-order-lines': m0012,
  '0013-create-boletos': m0013,
  '0014-create-history': m0014,
  '0015-create-outbox': m0015,
  '0016-create-settings': m0016,
  '0017-require-renewal-price': m0017,
  '0018-create-login-tries': m0018,
  '0019-index-draft-age': m0019,
  '0020-index-quote-age': m0020,
  '0021-create-postal-codes': m0021,
  '0022-keep-foreign-marks': m0022,
  '0023-keep-accepted-terms': m0023,
  '0024-widen-drafts': m0024,
  '0025-create-photos': m0025,
  '0026-note-quoted-box': m0026,
  '0027-create-subscriptions': m0027,
  '0028-note-payment-day': m0028,
  '0029-create-password-resets': m0029,
  '0030-create-contact-messages': m0030,
  '0031-keep-kind-sold': m0031,
  '0032-create-revisions': m0032,
  '0033-fill-revisions': m0033,
  '0034-drop-publication-file': m0034,
  '0035-create-prepared-files': m0035,
  '0036-create-copies': m0036,
  '0037-create-downloads': m0037,
  '0038-create-certificates': m0038,
  '0039-create-certificate-items': m0039,
  '0040-let-carts-hold-renewals': m0040,
  '0041-link-renewal-lines': m0041,
  '0042-create-renewals': m0042,
  '0043-create-aircraft': m0043,
  '0044-note-user-agents': m0044,
  '0045-create-deletion-requests': m0045,
  '0046-create-email-changes': m0046,
  '0047-mark-anonymised-orders': m0047,
  '0048-create-schedule-runs': m0048,
  '0049-keep-status-before-expiry': m0049,
  '0050-create-expiry-reminders': m0050,
  '0051-create-expeditions': m0051,
  '0052-create-expedition-orders': m0052,
  '0053-create-expedition-lines': m0053,
  '0054-create-withdrawal-requests': m0054,
  '0055-create-withdrawal-lines': m0055,
  '0056-answer-withdrawals-one-by-one': m0056,
  '0057-note-who-wrote': m0057,
  '0058-create-email-requests': m0058,
  '0059-forget-reasons-in-history': m0059,
  '0060-mark-anonymised-shipments': m0060,
  '0061-count-edits-of-profiles': m0061,
  '0062-count-edits-of-publications': m0062,
  '0063-count-edits-of-orders': m0063,
  '0064-count-edits-of-expeditions': m0064,
  '0065-count-edits-of-subscriptions': m0065,
  '0066-count-edits-of-settings': m0066,
  '0067-index-roles': m0067,
  '0068-index-partners-and-documents': m0068,
  '0069-name-clients-as-shown': m0069,
  '0070-note-removed-publications': m0070,
  '0071-note-who-made-revisions': m0071,
  '0072-index-stored-files': m0072,
  '0073-create-revision-notices': m0073,
  '0074-create-revision-notice-recipients': m0074,
  '0075-create-order-files': m0075,
  '0076-create-photo-requests': m0076,
  '0077-create-photo-request-lines': m0077,
  '0078-note-review-of-orders': m0078,
  '0079-index-marks-of-lines': m0079,
  '0080-index-tracking-codes': m0080,
  '0081-index-expedition-creation': m0081,
  '0082-index-waiting-units': m0082,
  '0083-index-renewal-copies': m0083,
  '0084-keep-notes-of-subscriptions': m0084,
  '0085-index-tracking-codes': m0085,
  '0086-index-subscription-status': m0086,
  '0087-create-mails': m0087,
  '0088-create-worker-beats': m0088,
  '0089-index-history': m0089,
  '0090-note-handling-days': m0090,
  '0091-note-cancelled-expeditions': m0091,
  '0092-name-asked-resends': m0092,
  '0093-note-forms-of-publications': m0093,
  '0094-note-forms-of-expeditions': m0094,
  '0095-create-price-changes': m0095,
  '0096-create-price-change-lines': m0096,
  '0097-date-expeditions': m0097,
  '0098-index-sums-of-orders': m0098,
  '0099-index-units-by-due': m0099,
  '0100-index-kinds-of-lines': m0100,
  '0101-index-orders-by-payment': m0101,
  '0102-give-slips-a-life': m0102,
  '0103-create-payments': m0103,
  '0104-create-remittances': m0104,
  '0105-create-gateway-events': m0105,
  '0106-create-bank-files': m0106,
  '0107-index-slips-for-staff': m0107,
  '0108-name-number-ranges-of-boletos': m0108,
  '0109-fill-number-ranges-of-boletos': m0109,
  '0110-number-boletos-once-per-range': m0110,
  '0111-let-ranges-share-numbers': m0111,
  '0112-create-boleto-numbers': m0112,
  '0113-say-whose-boleto-bank-lines-name': m0113,
  '0114-note-numbers-bank-files-skip': m0114,
  '0115-name-originals-of-bank-files': m0115,
  '0116-create-person-texts': m0116,
  '0117-create-person-words': m0117,
  '0118-tell-attempts-apart': m0118,
  '0119-mark-demonstration-accounts': m0119,
  '0120-mark-seeded-accounts': m0120,
  '0121-end-staff-sessions': m0121,
  '0122-unmark-other-accounts': m0122,
  '0123-note-when-people-were-indexed': m0123,
  '0124-delay-effects': m0124,
  '0125-note-promised-boletos': m0125,
  '0126-create-providers': m0126,
  '0127-note-sent-revisions': m0127,
  '0128-fill-sent-revisions': m0128,
  '0129-note-packed-revisions': m0129,
  '0130-fill-packed-revisions': m0130,
  '0131-join-indexes-of-orders': m0131,
}

const provider: MigrationProvider = { getMigrations: async () => migrations }

/** Brings the schema to the newest state and returns the names of the migrations that ran. Throws what failed. */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
