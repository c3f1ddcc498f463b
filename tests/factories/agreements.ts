import type { BankAgreement, CnabBank } from '#app/domain/charges/banks/banks.ts'

/** An agreement with each bank, with all data that its files and boletos need. */
export const bankAgreements: Record<CnabBank, BankAgreement> = {
  '001': {
    bank: '001',
    agencyPrinted: '3344-8',
    accountPrinted: '11113-X',
    agreement: '1112245',
    wallet: '17',
    variation: '019',
  },
  '341': { bank: '341', agency: '0111', account: '12345', wallet: '109' },
  '237': {
    bank: '237',
    agency: '1234',
    agencyPrinted: '1234-3',
    account: '0056789',
    accountPrinted: '56789-P',
    wallet: '09',
    companyCode: '4466911',
  },
  '033': {
    bank: '033',
    agency: '1234',
    agencyPrinted: '1234-1',
    account: '013002862',
    accountPrinted: '013002862-5',
    agreement: '0699258',
    wallet: '101',
    companyCode: '12340130028601300286',
  },
  '104': { bank: '104', agency: '1234', agencyPrinted: '1234-2', agreement: '245274', wallet: 'RG' },
  '748': { bank: '748', agency: '0165', unit: '02', account: '00623', accountDigit: '8', wallet: '1' },
}
