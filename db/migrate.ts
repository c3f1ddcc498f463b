import { type Kysely, type Migration, type MigrationProvider, Migrator } from 'kysely'
import * as m0007 from '#db/migrations/0007-create-login-attempts.ts'
import * as m0017 from '#db/migrations/0017-create-worker-heartbeats.ts'
import * as m0049 from '#db/migrations/0049-create-shipments.ts'
import * as m0050 from '#db/migrations/0050-create-shipment-orders.ts'
import * as m0051 from '#db/migrations/0051-create-shipment-lines.ts'
import * as m0057 from '#db/migrations/0057-create-boleto-instructions.ts'
import * as m0001 from './migrations/0001-create-users.ts'
import * as m0002 from './migrations/0002-create-addresses.ts'
import * as m0003 from './migrations/0003-create-profiles.ts'
import * as m0004 from './migrations/0004-create-person-texts.ts'
import * as m0005 from './migrations/0005-create-person-words.ts'
import * as m0006 from './migrations/0006-create-sessions.ts'
import * as m0008 from './migrations/0008-create-password-resets.ts'
import * as m0009 from './migrations/0009-create-email-requests.ts'
import * as m0010 from './migrations/0010-create-email-changes.ts'
import * as m0011 from './migrations/0011-create-contact-messages.ts'
import * as m0012 from './migrations/0012-create-deletion-requests.ts'
import * as m0013 from './migrations/0013-create-aircraft.ts'
import * as m0014 from './migrations/0014-create-settings.ts'
import * as m0015 from './migrations/0015-create-providers.ts'
import * as m0016 from './migrations/0016-create-schedule-runs.ts'
import * as m0018 from './migrations/0018-create-outbox.ts'
import * as m0019 from './migrations/0019-create-history.ts'
import * as m0020 from './migrations/0020-create-mails.ts'
import * as m0021 from './migrations/0021-create-prepared-files.ts'
import * as m0022 from './migrations/0022-create-postal-codes.ts'
import * as m0023 from './migrations/0023-create-publications.ts'
import * as m0024 from './migrations/0024-create-revisions.ts'
import * as m0025 from './migrations/0025-create-price-changes.ts'
import * as m0026 from './migrations/0026-create-price-change-lines.ts'
import * as m0027 from './migrations/0027-create-carts.ts'
import * as m0028 from './migrations/0028-create-checkout-drafts.ts'
import * as m0029 from './migrations/0029-create-shipping-rates.ts'
import * as m0030 from './migrations/0030-create-shipping-quotes.ts'
import * as m0031 from './migrations/0031-create-photos.ts'
import * as m0032 from './migrations/0032-create-orders.ts'
import * as m0033 from './migrations/0033-create-order-lines.ts'
import * as m0034 from './migrations/0034-create-order-files.ts'
import * as m0035 from './migrations/0035-create-photo-requests.ts'
import * as m0036 from './migrations/0036-create-photo-request-lines.ts'
import * as m0037 from './migrations/0037-create-subscriptions.ts'
import * as m0038 from './migrations/0038-create-cart-items.ts'
import * as m0039 from './migrations/0039-create-renewals.ts'
import * as m0040 from './migrations/0040-create-expiry-reminders.ts'
import * as m0041 from './migrations/0041-create-revision-notices.ts'
import * as m0042 from './migrations/0042-create-revision-notice-recipients.ts'
import * as m0043 from './migrations/0043-create-copies.ts'
import * as m0044 from './migrations/0044-create-downloads.ts'
import * as m0045 from './migrations/0045-create-certificates.ts'
import * as m0046 from './migrations/0046-create-certificate-items.ts'
import * as m0047 from './migrations/0047-create-boletos.ts'
import * as m0048 from './migrations/0048-create-boleto-numbers.ts'
import * as m0052 from './migrations/0052-create-bank-files.ts'
import * as m0053 from './migrations/0053-create-bank-file-lines.ts'
import * as m0054 from './migrations/0054-create-payments.ts'
import * as m0055 from './migrations/0055-create-refunds.ts'
import * as m0056 from './migrations/0056-create-remittances.ts'
import * as m0058 from './migrations/0058-create-gateway-events.ts'
import * as m0059 from './migrations/0059-create-withdrawal-requests.ts'
import * as m0060 from './migrations/0060-create-withdrawal-lines.ts'
import * as m0061 from './migrations/0061-link-renewal-lines.ts'
import * as m0062 from './migrations/0062-tell-api-sessions-apart.ts'
import * as m0063 from './migrations/0063-create-api-keys.ts'
import * as m0064 from './migrations/0064-create-api-calls.ts'
import * as m0065 from './migrations/0065-create-webhook-endpoints.ts'
import * as m0066 from './migrations/0066-create-webhook-deliveries.ts'
import * as m0070 from './migrations/0070-create-idempotency-keys.ts'
import * as m0081 from './migrations/0081-number-publications-of-before.ts'
import * as m0082 from './migrations/0082-number-profiles-of-before.ts'
import * as m0083 from './migrations/0083-number-orders-of-before.ts'
import * as m0084 from './migrations/0084-number-subscriptions-of-before.ts'
import * as m0085 from './migrations/0085-number-shipments-of-before.ts'
import * as m0086 from './migrations/0086-create-imports.ts'
import * as m0087 from './migrations/0087-create-import-records.ts'
import * as m0088 from './migrations/0088-number-order-lines-of-before.ts'
import * as m0089 from './migrations/0089-tell-more-of-publications.ts'
import * as m0090 from './migrations/0090-create-publication-models.ts'
import * as m0091 from './migrations/0091-create-publication-files.ts'
import * as m0093 from './migrations/0093-add-purchase-orders.ts'
import * as m0094 from './migrations/0094-create-price-quotes.ts'
import * as m0095 from './migrations/0095-create-price-quote-lines.ts'
import * as m0096 from './migrations/0096-quote-cart-items.ts'
import * as m0097 from './migrations/0097-create-saved-views.ts'
import * as m0098 from './migrations/0098-create-list-columns.ts'
import * as m0099 from './migrations/0099-create-company-members.ts'
import * as m0100 from './migrations/0100-act-for-a-company.ts'
import * as m0101 from './migrations/0101-prepare-files-for-companies.ts'
import * as m0102 from './migrations/0102-name-the-person-of-a-copy.ts'
import * as m0106 from './migrations/0106-tell-csv-imports-apart.ts'
import * as m0107 from './migrations/0107-keep-changes-of-import-records.ts'
import * as m0108 from './migrations/0108-create-unsent-forms.ts'
import * as m0109 from './migrations/0109-create-backups.ts'
import * as m0110 from './migrations/0110-index-draft-tokens.ts'
import * as m0112 from './migrations/0112-create-sales-by-client.ts'
import * as m0113 from './migrations/0113-create-sales-by-product.ts'
import * as m0114 from './migrations/0114-sum-past-sales.ts'
import * as m0115 from './migrations/0115-create-sales-differences.ts'
import * as m0117 from './migrations/0117-add-lanes-of-workers.ts'
import * as m0119 from './migrations/0119-create-catalogue-version.ts'
import * as m0120 from './migrations/0120-ask-before-repeating-effects.ts'
import * as m0121 from './migrations/0121-create-restores.ts'
import * as m0123 from './migrations/0123-order-outbox-by-urgency.ts'
import * as m0124 from './migrations/0124-create-replica-heartbeat.ts'
import * as m0125 from './migrations/0125-create-second-factors.ts'
import * as m0126 from './migrations/0126-create-recovery-codes.ts'
import * as m0127 from './migrations/0127-create-login-challenges.ts'
import * as m0128 from './migrations/0128-note-proofs-of-sessions.ts'
import * as m0130 from './migrations/0130-create-security-events.ts'
import * as m0131 from './migrations/0131-create-mailboxes.ts'
import * as m0132 from './migrations/0132-take-more-mail-states.ts'
import * as m0135 from './migrations/0135-create-passkeys.ts'
import * as m0136 from './migrations/0136-create-passkey-challenges.ts'
import * as m0137 from './migrations/0137-name-people-to-passkeys.ts'
import * as m0140 from './migrations/0140-add-terms-of-boletos.ts'
import * as m0150 from './migrations/0150-keep-fees-of-payments.ts'
import * as m0151 from './migrations/0151-index-credits-of-payments.ts'
import * as m0152 from './migrations/0152-take-refunds-of-the-gateway.ts'
import * as m0153 from './migrations/0153-let-gateway-events-wait.ts'
import * as m0154 from './migrations/0154-fill-fees-of-bank-files.ts'
import * as m0160 from './migrations/0160-keep-doubts-of-bank-files.ts'
import * as m0161 from './migrations/0161-find-lines-by-outcome.ts'
import * as m0162 from './migrations/0162-widen-totals-of-orders.ts'
import * as m0163 from './migrations/0163-widen-values-of-boletos.ts'
import * as m0164 from './migrations/0164-widen-values-of-payments.ts'
import * as m0165 from './migrations/0165-widen-values-of-refunds.ts'
import * as m0170 from './migrations/0170-create-pix-charges.ts'
import * as m0171 from './migrations/0171-create-pix-refunds.ts'
import * as m0180 from './migrations/0180-create-publication-taxes.ts'
import * as m0181 from './migrations/0181-add-city-code-of-addresses.ts'
import * as m0182 from './migrations/0182-add-city-code-of-postal-codes.ts'
import * as m0183 from './migrations/0183-add-contributor-of-profiles.ts'
import * as m0184 from './migrations/0184-create-invoices.ts'
import * as m0185 from './migrations/0185-add-invoice-of-order-files.ts'
import * as m0190 from './migrations/0190-add-issue-of-invoices.ts'
import * as m0191 from './migrations/0191-create-invoice-corrections.ts'
import * as m0192 from './migrations/0192-add-buyer-taxes-of-orders.ts'
import * as m0193 from './migrations/0193-mark-test-invoices.ts'
import * as m0205 from './migrations/0205-widen-fees-of-payments.ts'
import * as m0206 from './migrations/0206-widen-values-of-shipments.ts'
import * as m0207 from './migrations/0207-widen-values-of-order-lines.ts'
import * as m0208 from './migrations/0208-widen-freight-of-price-quotes.ts'
import * as m0209 from './migrations/0209-create-tax-changes.ts'
import * as m0213 from './migrations/0213-date-imports-of-systems.ts'
import * as m0214 from './migrations/0214-date-addresses-of-shipments.ts'
import * as m0215 from './migrations/0215-name-who-handled-messages.ts'
import * as m0218 from './migrations/0218-create-withdrawal-answers.ts'
import * as m0219 from './migrations/0219-create-refused-withdrawal-lines.ts'
import * as m0220 from './migrations/0220-create-refund-reversals.ts'
import * as m0221 from './migrations/0221-create-refund-waivers.ts'
import * as m0222 from './migrations/0222-read-payments-again.ts'
import * as m0226 from './migrations/0226-describe-photos-of-publications.ts'
import * as m0236 from './migrations/0236-prove-mailboxes.ts'
import * as m0237 from './migrations/0237-name-people-of-mails.ts'
import * as m0250 from './migrations/0250-drop-kept-sums.ts'
import * as m0245 from './migrations/0245-add-national-codes-of-services.ts'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, type Migration, Migrator } from 'kysely'

/** Every migration by its name, in order. A migration is frozen once it has landed; its `up` holds one statement. */
export const migrations: Record<string, Migration> = {
  '0001-create-users': m0001,
  '0002-create-addresses': m0002,
  '0003-create-profiles': m0003,
  '0004-create-person-texts': m0004,
  '0005-create-person-words': m0005,
  '0006-create-sessions': m0006,
  '0007-create-login-attempts': m0007,
  '0008-create-password-resets': m0008,
  '0009-create-email-requests': m0009,
  '0010-create-email-changes': m0010,
  '0011-create-contact-messages': m0011,
  '0012-create-deletion-requests': m0012,
  '0013-create-aircraft': m0013,
  '0014-create-settings': m0014,
  '0015-create-providers': m0015,
  '0016-create-schedule-runs': m0016,
  '0017-create-worker-heartbeats': m0017,
  '0018-create-outbox': m0018,
  '0019-create-history': m0019,
  '0020-create-mails': m0020,
  '0021-create-prepared-files': m0021,
  '0022-create-postal-codes': m0022,
  '0023-create-publications': m0023,
  '0024-create-revisions': m0024,
  '0025-create-price-changes': m0025,
  '0026-create-price-change-lines': m0026,
  '0027-create-carts': m0027,
  '0028-create-checkout-drafts': m0028,
  '0029-create-shipping-rates': m0029,
  '0030-create-shipping-quotes': m0030,
  '0031-create-photos': m0031,
  '0032-create-orders': m0032,
  '0033-create-order-lines': m0033,
  '0034-create-order-files': m0034,
  '0035-create-photo-requests': m0035,
  '0036-create-photo-request-lines': m0036,
  '0037-create-subscriptions': m0037,
  '0038-create-cart-items': m0038,
  '0039-create-renewals': m0039,
  '0040-create-expiry-reminders': m0040,
  '0041-create-revision-notices': m0041,
  '0042-create-revision-notice-recipients': m0042,
  '0043-create-copies': m0043,
  '0044-create-downloads': m0044,
  '0045-create-certificates': m0045,
  '0046-create-certificate-items': m0046,
  '0047-create-boletos': m0047,
  '0048-create-boleto-numbers': m0048,
  '0049-create-shipments': m0049,
  '0050-create-shipment-orders': m0050,
  '0051-create-shipment-lines': m0051,
  '0052-create-bank-files': m0052,
  '0053-create-bank-file-lines': m0053,
  '0054-create-payments': m0054,
  '0055-create-refunds': m0055,
  '0056-create-remittances': m0056,
  '0057-create-boleto-instructions': m0057,
  '0058-create-gateway-events': m0058,
  '0059-create-withdrawal-requests': m0059,
  '0060-create-withdrawal-lines': m0060,
  '0061-link-renewal-lines': m0061,
  '0062-tell-api-sessions-apart': m0062,
  '0063-create-api-keys': m0063,
  '0064-create-api-calls': m0064,
  '0065-create-webhook-endpoints': m0065,
  '0066-create-webhook-deliveries': m0066,
  '0070-create-idempotency-keys': m0070,
  '0081-number-publications-of-before': m0081,
  '0082-number-profiles-of-before': m0082,
  '0083-number-orders-of-before': m0083,
  '0084-number-subscriptions-of-before': m0084,
  '0085-number-shipments-of-before': m0085,
  '0086-create-imports': m0086,
  '0087-create-import-records': m0087,
  '0088-number-order-lines-of-before': m0088,
  '0089-tell-more-of-publications': m0089,
  '0090-create-publication-models': m0090,
  '0091-create-publication-files': m0091,
  '0093-add-purchase-orders': m0093,
  '0094-create-price-quotes': m0094,
  '0095-create-price-quote-lines': m0095,
  '0096-quote-cart-items': m0096,
  '0097-create-saved-views': m0097,
  '0098-create-list-columns': m0098,
  '0099-create-company-members': m0099,
  '0100-act-for-a-company': m0100,
  '0101-prepare-files-for-companies': m0101,
  '0102-name-the-person-of-a-copy': m0102,
  '0106-tell-csv-imports-apart': m0106,
  '0107-keep-changes-of-import-records': m0107,
  '0108-create-unsent-forms': m0108,
  '0109-create-backups': m0109,
  '0110-index-draft-tokens': m0110,
  '0112-create-sales-by-client': m0112,
  '0113-create-sales-by-product': m0113,
  '0114-sum-past-sales': m0114,
  '0115-create-sales-differences': m0115,
  '0117-add-lanes-of-workers': m0117,
  '0119-create-catalogue-version': m0119,
  '0120-ask-before-repeating-effects': m0120,
  '0121-create-restores': m0121,
  '0123-order-outbox-by-urgency': m0123,
  '0124-create-replica-heartbeat': m0124,
  '0125-create-second-factors': m0125,
  '0126-create-recovery-codes': m0126,
  '0127-create-login-challenges': m0127,
  '0128-note-proofs-of-sessions': m0128,
  '0130-create-security-events': m0130,
  '0131-create-mailboxes': m0131,
  '0132-take-more-mail-states': m0132,
  '0135-create-passkeys': m0135,
  '0136-create-passkey-challenges': m0136,
  '0137-name-people-to-passkeys': m0137,
  '0140-add-terms-of-boletos': m0140,
  '0150-keep-fees-of-payments': m0150,
  '0151-index-credits-of-payments': m0151,
  '0152-take-refunds-of-the-gateway': m0152,
  '0153-let-gateway-events-wait': m0153,
  '0154-fill-fees-of-bank-files': m0154,
  '0160-keep-doubts-of-bank-files': m0160,
  '0161-find-lines-by-outcome': m0161,
  '0162-widen-totals-of-orders': m0162,
  '0163-widen-values-of-boletos': m0163,
  '0164-widen-values-of-payments': m0164,
  '0165-widen-values-of-refunds': m0165,
  '0170-create-pix-charges': m0170,
  '0171-create-pix-refunds': m0171,
  '0180-create-publication-taxes': m0180,
  '0181-add-city-code-of-addresses': m0181,
  '0182-add-city-code-of-postal-codes': m0182,
  '0183-add-contributor-of-profiles': m0183,
  '0184-create-invoices': m0184,
  '0185-add-invoice-of-order-files': m0185,
  '0190-add-issue-of-invoices': m0190,
  '0191-create-invoice-corrections': m0191,
  '0192-add-buyer-taxes-of-orders': m0192,
  '0193-mark-test-invoices': m0193,
  '0205-widen-fees-of-payments': m0205,
  '0206-widen-values-of-shipments': m0206,
  '0207-widen-values-of-order-lines': m0207,
  '0208-widen-freight-of-price-quotes': m0208,
  '0209-create-tax-changes': m0209,
  '0213-date-imports-of-systems': m0213,
  '0214-date-addresses-of-shipments': m0214,
  '0215-name-who-handled-messages': m0215,
  '0218-create-withdrawal-answers': m0218,
  '0219-create-refused-withdrawal-lines': m0219,
  '0220-create-refund-reversals': m0220,
  '0221-create-refund-waivers': m0221,
  '0222-read-payments-again': m0222,
  '0226-describe-photos-of-publications': m0226,
  '0236-prove-mailboxes': m0236,
  '0237-name-people-of-mails': m0237,
  '0250-drop-kept-sums': m0250,
  '0245-add-national-codes-of-services': m0245,
}
/** Beside this file in the sources; in a build beside it or its folder of chunks (vite.tools.config.ts). */
const folder = ['migrations', '../migrations']
  .map((name) => join(import.meta.dirname, name))
  .find((path) => existsSync(path))

const files = (folder ? readdirSync(folder) : []).filter((name) => /^\d{4}-.*\.[jt]s$/.test(name)).sort()

/** Their names, in the order in which they run. Throws when two have one number. */
export const migrationNames: readonly string[] = files.map((file, index) => {
  const number = file.slice(0, 4)
  if (files[index - 1]?.startsWith(number)) throw new Error(`Two migrations have the number ${number}`)
  return file.replace(/\.[jt]s$/, '')
})

/** The level of the schema that this build needs (D113). */
export const newestMigration = migrationNames.at(-1) ?? ''

export async function loadMigrations(): Promise<Record<string, Migration>> {
  const loaded = await Promise.all(
    files.map(async (file, index): Promise<[string, Migration]> => {
      const { href } = pathToFileURL(join(folder ?? '', file))
      return [migrationNames[index] ?? '', await import(/* @vite-ignore */ href)]
    }),
  )
  return Object.fromEntries(loaded)
}

/** Brings the schema to the newest state, or to `level`, and returns the migrations that ran. Throws what failed. */
export async function migrate<T>(db: Kysely<T>, level?: string): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } })
  const { error, results } = await (level ? migrator.migrateTo(level) : migrator.migrateToLatest())
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}
