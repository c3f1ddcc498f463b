import type { Updateable } from 'kysely'
import { noTerms } from '#app/domain/charges/boleto-terms.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { findCurrentBoleto, recordBoleto, recordBoletoFile } from '#app/models/charges/boleto.server.ts'
import { findNextBoleto } from '#app/models/charges/boleto-reference.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** A boleto of Banco do Brasil with fictitious numbers. */
const boleto: Omit<IssuedBoleto, 'reference' | 'ordinal' | 'dueDate'> = {
  issuer: 'own-bank',
  externalId: null,
  state: 'made',
  pixPayload: null,
  bank: '001',
  agencyAndCode: '1234-3 / 56789-0',
  wallet: '17',
  numberRange: '001/7654321',
  ourNumber: '0000000001',
  ourNumberPrinted: '76543210000000001',
  documentNumber: '1',
  documentDate: '2026-11-21',
  value: 80_00,
  barcode: '00191000000000080000000007654321000000000117',
  line: '00190000090765432100200000000117100000000008000',
  terms: noTerms,
  payableUntil: null,
}

/** Creates a boleto without its PDF, due in five days. */
export async function giveBoleto(orderId: number, overrides: Partial<IssuedBoleto> = {}): Promise<void> {
  const next = await findNextBoleto(orderId)
  if (!next) throw new Error('no such order')
  const ourNumber = `${next.ordinal}${String(orderId).padStart(9, '0')}`
  const isRecorded = await recordBoleto(orderId, {
    ...boleto,
    ...next,
    dueDate: addDays(toCivilDate(new Date()), 5),
    ourNumber,
    ourNumberPrinted: `7654321${ourNumber}`,
    ...overrides,
  })
  if (!isRecorded) throw new Error('the order is not waiting for payment')
}

/** Stores a PDF of the order's current boleto, as the print job does. */
export async function giveBoletoFile(orderId: number, content: Uint8Array): Promise<void> {
  const file = `boletos/test-${orderId}.pdf`
  await putFile(file, content)
  await recordBoletoFile((await findCurrentBoleto(orderId))?.id ?? 0, file)
}

/** Changes the row of the order's current boleto directly, also in ways that the shop's rules forbid. */
export async function changeBoletoRow(
  orderId: number,
  changes: Updateable<Database['boletos']>,
): Promise<void> {
  await db.updateTable('boletos').set(changes).where('current_of', '=', orderId).execute()
}

/** Marks the job that issues the order's boleto as done. */
export async function closeIssue(orderId: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ done_at: new Date() })
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .execute()
}

/** Marks the job that issues the order's boleto as rejected, so that the boleto is never issued. */
export async function rejectBoleto(orderId: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ refused_at: new Date() })
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .execute()
}
