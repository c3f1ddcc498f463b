import type { BankAgreement, CnabBank } from '#app/domain/charges/banks/banks.ts'
import { readBankReturn } from '#app/domain/charges/cnab/cnab-return.ts'
import { findCurrentBoleto, recordOwnBankBoleto } from '#app/models/charges/boleto.server.ts'
import { findNextBoleto } from '#app/models/charges/boleto-reference.server.ts'
import { hashBankFile, recordBankFile } from '#app/models/payments/bank-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { getProfileId, makeOrder } from './orders.ts'
import { makeDownload } from './publications.ts'
import { makeStaff } from './shipments.ts'

/** A minimal agreement with each bank, with the numbers that boletos need. */
export const agreements: Record<CnabBank, BankAgreement> = {
  '001': {
    bank: '001',
    agencyPrinted: '1234-3',
    accountPrinted: '56789-0',
    agreement: '7654321',
    wallet: '17',
  },
  '341': { bank: '341', agency: '0111', account: '12345', wallet: '109' },
  '237': {
    bank: '237',
    agency: '1234',
    agencyPrinted: '1234-3',
    account: '0056789',
    accountPrinted: '56789-0',
    wallet: '09',
  },
  '033': {
    bank: '033',
    agency: '1234',
    agencyPrinted: '1234-1',
    account: '013002862',
    accountPrinted: '013002862-5',
    agreement: '0699258',
    wallet: '101',
  },
  '104': { bank: '104', agency: '1234', agencyPrinted: '1234-2', agreement: '245274', wallet: 'RG' },
  '748': { bank: '748', agency: '0165', unit: '02', account: '00623', wallet: '1' },
}

/** Creates an order of a new customer with a boleto of R$ 80,00, issued on 2026-11-17 and by default sent to the bank. */
export async function makeOrderWithBoleto(bank: CnabBank = '001', { isSent = true } = {}) {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const next = await findNextBoleto(orderId)
  if (!next) throw new Error('no order was placed')
  const request = {
    ...next,
    value: 80_00,
    documentDate: '2026-11-17',
    dueDate: '2026-11-20',
  }
  await recordOwnBankBoleto(orderId, agreements[bank], request)
  const unsentBoleto = await findCurrentBoleto(orderId)
  if (!unsentBoleto) throw new Error('no boleto was made')
  if (isSent) await markSent(unsentBoleto.id)
  // The state dates from the day of issue, not from now.
  await db
    .updateTable('boletos')
    .set({ state_at: new Date('2026-11-17T15:00:00Z') })
    .where('order_id', '=', orderId)
    .execute()
  const boleto = (await findCurrentBoleto(orderId)) ?? unsentBoleto
  return { orderId, userId, profileId: await getProfileId(userId), boleto }
}

/** Adds the boleto's instructions to a new remittance and marks the boleto as sent. */
export async function markSent(boletoId: number): Promise<void> {
  const { bank } = await db
    .selectFrom('boletos')
    .select('bank')
    .where('id', '=', boletoId)
    .executeTakeFirstOrThrow()
  // The id of the boleto makes the number of the remittance unique.
  const file = { bank, format: 400, sequence: 500_000 + boletoId, boletos: 1, content: 'file' }
  const { insertId } = await db
    .insertInto('remittances')
    .values({ ...file, created_by: await makeStaff() })
    .executeTakeFirstOrThrow()
  await db
    .updateTable('boleto_instructions')
    .set({ remittance_id: Number(insertId) })
    .where('boleto_id', '=', boletoId)
    .execute()
  await db.updateTable('boletos').set({ state: 'sent' }).where('id', '=', boletoId).execute()
}

/** Stores a return file as an upload by staff does, without its bytes. Returns its id and uploader. */
export async function storeReturnFile(content: Uint8Array, name = 'retorno.ret') {
  const bankReturn = readBankReturn(content)
  if (!bankReturn.valid) throw new Error(JSON.stringify(bankReturn.faults))
  const createdBy = await makeStaff()
  const storedFile = await recordBankFile(bankReturn, {
    ...hashBankFile(content),
    name,
    source: 'upload',
    createdBy,
  })
  return { ...storedFile, createdBy }
}
