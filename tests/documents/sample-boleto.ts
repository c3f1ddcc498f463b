import type { Boleto } from '#app/documents/boleto.tsx'
import { barcodeToLine, buildBarcode } from '#app/domain/charges/boleto.ts'

type Codes = Pick<Boleto, 'line' | 'barcode' | 'dueDate' | 'valueCents'>

/** Line and bar code that belong to a value and a due date. */
export function makeCodes(
  valueCents: number,
  dueDate: string,
  freeField = '0000003123456000000104217',
  bank = '001',
): Codes {
  const barcode = buildBarcode({ bank, dueDate, valueCents, freeField })
  return { barcode, line: barcodeToLine(barcode), valueCents, dueDate }
}

/** A boleto like the shop's own, for tests to change. */
export function sampleBoleto(changes: Partial<Boleto> = {}): Boleto {
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
