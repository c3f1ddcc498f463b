import type { BankAgreement } from '#app/domain/charges/bank-agreement.ts'
import { barcodeToLine, buildBarcode } from '#app/domain/charges/boleto.ts'
import { buildFreeField } from '#app/domain/charges/boleto-free-field.ts'
import { boletoNumberText, rangeOfAgreement } from '#app/domain/charges/boleto-number.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** What a boleto under the own agreement is made of; the bank hears of the payer in the remittance file. */
export type OwnBankRequest = {
  reference: string
  orderId: number
  ordinal: number
  value: Centavos
  documentDate: CivilDate
  dueDate: CivilDate
}

type Numbered = { freeField: string; agencyAndCode: string; ourNumberPrinted: string }

/**
 * The boleto with this number of the agreement ("nosso número"), the same for the same number and request. Registration
 * travels in the bank's remittance files. Throws RangeError for what no boleto can carry.
 */
export function ownBankBoleto(
  agreement: BankAgreement,
  { number, ...request }: OwnBankRequest & { number: number },
): IssuedBoleto {
  const { orderId, ...given } = request
  const ourNumber = boletoNumberText(agreement.bank, number)
  const { freeField, ...printed } = numbered(agreement, ourNumber)
  const { value, dueDate } = request
  const barcode = buildBarcode({ bank: agreement.bank, dueDate, valueCents: value, freeField })
  return {
    ...given,
    ...printed,
    ourNumber,
    issuer: 'own-bank',
    state: 'made',
    externalId: null,
    pixPayload: null,
    bank: agreement.bank,
    numberRange: rangeOfAgreement(agreement),
    wallet: agreement.wallet,
    documentNumber: String(orderId),
    barcode,
    line: barcodeToLine(barcode),
  }
}

function numbered(agreement: BankAgreement, ourNumber: string): Numbered {
  if (agreement.bank === '001') return bancoDoBrasil(agreement, ourNumber)
  return agreement.bank === '341' ? itau(agreement, ourNumber) : bradesco(agreement, ourNumber)
}

type Of<Bank extends BankAgreement['bank']> = Extract<BankAgreement, { bank: Bank }>

function bancoDoBrasil(of: Of<'001'>, ourNumber: string): Numbered {
  const { agencyPrinted, accountPrinted, agreement: convenio, wallet: carteira } = of
  const { freeField } = buildFreeField({ bank: '001', convenio, ourNumber, carteira })
  const agencyAndCode = `${agencyPrinted} / ${accountPrinted}`
  return { freeField, agencyAndCode, ourNumberPrinted: `${convenio}${ourNumber}` }
}

function itau({ agency: agencia, account: conta, wallet: carteira }: Of<'341'>, ourNumber: string): Numbered {
  const field = buildFreeField({ bank: '341', carteira, ourNumber, agencia, conta })
  return {
    freeField: field.freeField,
    agencyAndCode: `${agencia} / ${conta}-${field.accountDac}`,
    ourNumberPrinted: `${carteira}/${ourNumber}-${field.ourNumberDac}`,
  }
}

function bradesco(of: Of<'237'>, ourNumber: string): Numbered {
  const { agency: agencia, account: conta, wallet: carteira } = of
  const field = buildFreeField({ bank: '237', agencia, carteira, ourNumber, conta })
  return {
    freeField: field.freeField,
    agencyAndCode: `${of.agencyPrinted} / ${of.accountPrinted}`,
    ourNumberPrinted: `${carteira}/${ourNumber}-${field.ourNumberDv}`,
  }
}
