import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { type CnabBank, findFileFormat, type RemittanceAgreement } from '#app/domain/charges/banks/banks.ts'
import type { AgreementGap } from '#app/domain/charges/banks/remittance-readiness.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { formatControlNumber } from '#app/domain/charges/issued-boleto.ts'
import { formatPayerAddress } from '#app/domain/payments/payer-address.ts'
import {
  getRemittanceAgreement,
  type RemittanceFault,
  type WaitingBoleto,
} from '#app/domain/payments/remittance-agreement.ts'
import type { Company } from '#app/domain/settings/company.ts'
import { type TermRow, termNames, toBoletoTerms } from '#app/models/charges/boleto-terms.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { findBankAgreement, findCompany } from '#app/models/settings/setting.server.ts'

export type RemittanceGap = 'agreement' | 'company' | AgreementGap

/** `format` is the format that the agreement states, or null if staff choose a format for each file. */
export type RemittanceBasis = { format: CnabFormat | null } & (
  | { bank: CnabBank; agreement: RemittanceAgreement; company: Company; nextSequence: number; missing: [] }
  | { bank: CnabBank | null; agreement: null; company: null; missing: RemittanceGap[] }
)

/** Returns the data that a remittance needs, or the list of what is missing. */
export async function findRemittanceBasis(reader: DbOrTrx = db): Promise<RemittanceBasis> {
  const bankAgreement = await findBankAgreement(reader)
  const company = await findCompany(reader)
  const { agreement, missing } = bankAgreement
    ? getRemittanceAgreement(bankAgreement)
    : { agreement: null, missing: [] }
  const hasCompany = company !== undefined && isValidCnpj(company.cnpj)
  const nextSequence = bankAgreement?.nextRemittance ?? 1
  const format = bankAgreement ? findFileFormat(bankAgreement) : null
  if (agreement && hasCompany)
    return { bank: agreement.bank, format, agreement, company, nextSequence, missing: [] }
  const gaps: RemittanceGap[] = [
    ...(bankAgreement ? missing : ['agreement' as const]),
    ...(hasCompany ? [] : ['company' as const]),
  ]
  return { bank: bankAgreement?.bank ?? null, format, agreement: null, company: null, missing: gaps }
}

/** Locks the agreement because remittances must be created and rejected one after the other. */
export async function lockAgreement(trx: Trx): Promise<void> {
  await trx.selectFrom('settings').select('name').where('name', '=', 'bankAgreement').forUpdate().execute()
}

/** An instruction that no remittance contains yet. An instruction with `faults` cannot be sent. */
export type WaitingInstruction = WaitingBoleto & {
  id: number
  boletoId: number
  orderId: number
  ourNumberPrinted: string
  faults: RemittanceFault[]
}

/** Returns the oldest instructions. Omits registrations of closed boletos and write-offs that are not needed. */
export async function listWaitingInstructions(
  { after = 0, limit }: { after?: number; limit: number },
  reader: DbOrTrx = db,
) {
  const rows = await selectWaitingInstructions(reader)
    .innerJoin('orders', 'orders.id', 'boletos.order_id')
    .leftJoin('addresses', 'addresses.id', 'orders.billing_address_id')
    .where('boleto_instructions.id', '>', after)
    .select([
      'boleto_instructions.id',
      'instruction',
      'boletos.id as boletoId',
      'boletos.order_id as orderId',
    ])
    .select(['bank', 'barcode', 'our_number as ourNumber', 'our_number_printed as ourNumberPrinted'])
    .select([
      'reference',
      'document_number as documentNumber',
      'document_date as documentDate',
      'due_date as dueDate',
    ])
    .select(termNames)
    .select(['boletos.value', 'payer_name as name', 'payer_document as document', 'zip_code', 'street'])
    .select(['number', 'complement', 'province', 'city', 'addresses.state'])
    .orderBy('boleto_instructions.id')
    .limit(limit)
    .execute()
  return rows.map(toInstruction)
}

/** Returns the number of waiting instructions and their value in centavos. */
export async function sumWaitingInstructions() {
  const { count, value } = await selectWaitingInstructions(db)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<string | null>('value').as('value')])
    .executeTakeFirstOrThrow()
  return { count, value: Number(value ?? 0) }
}

export async function countWaitingInstructions(): Promise<{ registrations: number; writeOffs: number }> {
  const rows = await selectWaitingInstructions(db)
    .select((eb) => ['instruction', eb.fn.countAll<number>().as('count')])
    .groupBy('instruction')
    .execute()
  const countInstruction = (name: string) => rows.find(({ instruction }) => instruction === name)?.count ?? 0
  return { registrations: countInstruction('register'), writeOffs: countInstruction('write-off') }
}

export function selectWaitingRegistrations() {
  return selectWaitingInstructions(db)
    .where('instruction', '=', 'register')
    .select(['boletos.id', 'boleto_instructions.created_at as since'])
}

/** Selects unsent instructions that the state of their boleto still allows. */
function selectWaitingInstructions(reader: DbOrTrx) {
  return reader
    .selectFrom('boleto_instructions')
    .innerJoin('boletos', 'boletos.id', 'boleto_id')
    .where('remittance_id', 'is', null)
    .where('boleto_instructions.withdrawn_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb
          .and([eb('instruction', '=', 'register'), eb('boletos.state', '=', 'made')])
          .and('boletos.withdrawn_at', 'is', null),
        eb.and([
          eb('instruction', '=', 'write-off'),
          eb('boletos.state', 'in', ['made', 'sent', 'registered']),
        ]),
      ]),
    )
}

type InstructionRow = TermRow & {
  id: number
  instruction: 'register' | 'write-off'
  boletoId: number
  orderId: number
  bank: string
  barcode: string
  ourNumber: string
  ourNumberPrinted: string
  documentNumber: string
  reference: string
  documentDate: string
  dueDate: string
  value: number
  name: string
  document: string
  zip_code: string | null
  street: string | null
  number: string | null
  complement: string | null
  province: string | null
  city: string | null
  state: string | null
}

function toInstruction({ id, boletoId, orderId, bank, barcode, ourNumberPrinted, ...row }: InstructionRow) {
  const { instruction, ourNumber, documentNumber, documentDate, dueDate, value } = row
  const payer = {
    document: row.document,
    name: row.name,
    address: formatPayerAddress({
      street: row.street ?? '',
      number: row.number ?? '',
      complement: row.complement ?? '',
    }),
    district: row.province ?? '',
    city: row.city ?? '',
    state: row.state ?? '',
    cep: row.zip_code ?? '',
  }
  const control = formatControlNumber(row.reference)
  const terms = toBoletoTerms(row)
  const boleto = {
    instruction,
    ourNumber,
    documentNumber,
    control,
    documentDate,
    dueDate,
    value,
    terms,
    payer,
  }
  return { id, boletoId, orderId, bank, barcode, ourNumberPrinted, boleto }
}
