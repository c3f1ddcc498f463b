import type { BankAgreement } from '#app/domain/bank-agreement.ts'
import { barcodeToLine, buildBarcode } from '#app/domain/boleto.ts'
import { buildFreeField } from '#app/domain/boleto-free-field.ts'
import type { IssuedBoleto } from '#app/domain/issued-boleto.ts'
import type { BoletoIssuer, SlipRequest } from '#app/gateways/boleto-issuer/boleto-issuer.ts'

/** The bank hears of the payer in the remittance file, not here. */
type BankSlipRequest = Omit<SlipRequest, 'payer'>
type OwnBankIssuer = BoletoIssuer & { issue(request: BankSlipRequest): Promise<IssuedBoleto> }

type Numbered = { freeField: string; agencyAndCode: string; ourNumber: string; ourNumberPrinted: string }

/**
 * Slips under the shop's own agreement with a bank. The "nosso número" is the order's id with the slip's ordinal as its
 * first digit, so the same request is the same slip. Registration travels in the bank's remittance files.
 */
export function ownBankIssuer(agreement: BankAgreement): OwnBankIssuer {
  return {
    name: 'own-bank',
    async issue(request) {
      const { freeField, ...numbers } = numberSlip(agreement, request)
      const { value, documentDate, dueDate, orderId } = request
      const barcode = buildBarcode({ bank: agreement.bank, dueDate, valueCents: value, freeField })
      return {
        ...numbers,
        issuer: 'own-bank',
        state: 'made',
        ordinal: request.ordinal,
        reference: request.reference,
        externalId: null,
        pixPayload: null,
        bank: agreement.bank,
        wallet: agreement.wallet,
        documentNumber: String(orderId),
        documentDate,
        dueDate,
        value,
        barcode,
        line: barcodeToLine(barcode),
      }
    },
  }
}

function numberSlip(agreement: BankAgreement, request: BankSlipRequest): Numbered {
  if (agreement.bank === '001') return bancoDoBrasil(agreement, request)
  return agreement.bank === '341' ? itau(agreement, request) : bradesco(agreement, request)
}

function bancoDoBrasil(
  agreement: Extract<BankAgreement, { bank: '001' }>,
  request: BankSlipRequest,
): Numbered {
  const ourNumber = numberOf(request, 10)
  const { agencyPrinted, accountPrinted, agreement: convenio, wallet: carteira } = agreement
  const { freeField } = buildFreeField({ bank: '001', convenio, ourNumber, carteira })
  const agencyAndCode = `${agencyPrinted} / ${accountPrinted}`
  return { freeField, agencyAndCode, ourNumber, ourNumberPrinted: `${convenio}${ourNumber}` }
}

function itau(agreement: Extract<BankAgreement, { bank: '341' }>, request: BankSlipRequest): Numbered {
  const { agency: agencia, account: conta, wallet: carteira } = agreement
  const ourNumber = numberOf(request, 8)
  const field = buildFreeField({ bank: '341', carteira, ourNumber, agencia, conta })
  return {
    freeField: field.freeField,
    agencyAndCode: `${agencia} / ${conta}-${field.accountDac}`,
    ourNumber,
    ourNumberPrinted: `${carteira}/${ourNumber}-${field.ourNumberDac}`,
  }
}

function bradesco(agreement: Extract<BankAgreement, { bank: '237' }>, request: BankSlipRequest): Numbered {
  const { agency: agencia, account: conta, wallet: carteira } = agreement
  const ourNumber = numberOf(request, 11)
  const field = buildFreeField({ bank: '237', agencia, carteira, ourNumber, conta })
  return {
    freeField: field.freeField,
    agencyAndCode: `${agreement.agencyPrinted} / ${agreement.accountPrinted}`,
    ourNumber,
    ourNumberPrinted: `${carteira}/${ourNumber}-${field.ourNumberDv}`,
  }
}

function numberOf({ orderId, ordinal }: BankSlipRequest, length: number): string {
  const text = String(orderId).padStart(length - 1, '0')
  if (text.length >= length) throw new RangeError('the order number does not fit the bank’s nosso número')
  if (ordinal > 9) throw new RangeError('the order has had ten slips')
  return `${ordinal}${text}`
}
