import type { Boleto } from '#app/documents/boleto.tsx'
import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import { buildBarcode, convertBarcodeToLine, formatBankCode } from '#app/domain/charges/boleto.ts'
import { defaultChargeRules } from '#app/domain/charges/boleto-terms.ts'
import { buildOwnBankBoleto } from '#app/domain/charges/own-bank-boleto.ts'
import { formatPaymentPlace, listTermLines } from '#app/text/charges/terms-labels.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'
import { bankAgreements } from '#tests/factories/agreements.ts'

type Codes = Pick<Boleto, 'line' | 'barcode' | 'dueDate' | 'valueCents'>

/** Returns the line and barcode of a value and a due date. */
export function makeCodes(
  valueCents: number,
  dueDate: string,
  freeField = '0000003123456000000104217',
  bank = '001',
): Codes {
  const barcode = buildBarcode({ bank, dueDate, valueCents, freeField })
  return { barcode, line: convertBarcodeToLine(barcode), valueCents, dueDate }
}

/** Returns a boleto of Banco do Brasil with some `changes`. */
export function makeSampleBoleto(changes: Partial<Boleto> = {}): Boleto {
  return {
    bank: { code: '001', codeWithDigit: '001-9', name: 'Banco do Brasil' },
    ...makeCodes(1_234_56, '2026-11-26'),
    pixPayload: null,
    beneficiary: {
      name: 'Aeropub Publicações Aeronáuticas Ltda',
      document: '12345678000195',
      addressLine1: 'Rua das Hélices, 100, sala 2',
      addressLine2: 'Centro, Botucatu – SP, CEP 18600-000',
    },
    agencyAndCode: '1234-5 / 0012345-6',
    ourNumber: '31234560000001042',
    documentNumber: '0001042',
    kind: 'DM',
    acceptance: 'N',
    documentDate: '2026-11-21',
    processingDate: '2026-11-22',
    wallet: '17',
    instructions: ['Não receber após 30 dias do vencimento.', 'Ação nº 5 – São João'],
    payer: {
      name: 'João da Conceição Araújo',
      document: '52998224725',
      addressLine1: 'Avenida São João, 1500',
      addressLine2: 'Centro, São Paulo – SP, CEP 01036-100',
    },
    paymentPlace: 'Pagável em qualquer banco até o vencimento',
    order: {
      number: 1042,
      purchaseOrder: 'PC-4500123',
      lines: [
        { name: 'Manual de Manutenção EMB-202', version: 'Rev. 12', quantity: 1, totalCents: 800_00 },
        { name: 'Catálogo de Peças EMB-201A', version: 'Rev. 7', quantity: 2, totalCents: 400_00 },
      ],
      shippingCents: 34_56,
      shippingLabel: 'SEDEX',
    },
    ...changes,
  }
}

/**
 * Returns a boleto of the shop's own bank: without terms, or with all terms that the bank supports, where a
 * protest excludes acceptance.
 */
export function makeBankBoleto(bank: CnabBank, hasTerms: boolean): Boleto {
  const chargeTerms = { finePercent: 200, interestPercent: 100, discountPercent: 500, discountDays: 2 }
  const lastDayTerm = banks[bank].supportedTerms?.includes('acceptance')
    ? { acceptanceDays: 15 }
    : { protestDays: 20 }
  const rules = hasTerms ? { ...defaultChargeRules, ...chargeTerms, ...lastDayTerm } : defaultChargeRules
  // The numbers of Sicredi (748) begin with the year.
  const number = bank === '748' ? 26_200_290 : 290
  const issued = buildOwnBankBoleto(bankAgreements[bank], {
    reference: 'pedido-1042-0-3f9a01',
    orderId: 1042,
    ordinal: 0,
    value: 1_234_56,
    number,
    rules,
    documentDate: '2026-11-23',
    dueDate: '2026-12-02',
  })
  return makeSampleBoleto({
    bank: { code: bank, codeWithDigit: formatBankCode(bank), name: getBankName(bank) },
    line: issued.line,
    barcode: issued.barcode,
    dueDate: issued.dueDate,
    agencyAndCode: issued.agencyAndCode,
    ourNumber: issued.ourNumberPrinted,
    documentNumber: issued.documentNumber,
    documentDate: issued.documentDate,
    processingDate: issued.documentDate,
    wallet: issued.wallet,
    instructions: [...listTermLines(issued.terms), 'Dúvidas: (14) 3333-0000'],
    paymentPlace: formatPaymentPlace(issued),
  })
}
