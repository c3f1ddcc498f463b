/**
 * Under which agreement a bank takes our slips; digits without check digits unless said.
 * `agencyPrinted` and `accountPrinted` are what stands on the slip, with check digits where the bank has them.
 * `variation` is Banco do Brasil's of the wallet (3 digits), `companyCode` the number Bradesco gave the company (20 at
 * the most): a slip does without them, a remittance file does not. Empty while nobody has filled them in.
 * `nextRemittance` is the number the next file gets at the least, where the bank knows files of another program.
 */
export type BankAgreement =
  | {
      bank: '001'
      agencyPrinted: string
      accountPrinted: string
      agreement: string
      wallet: string
      variation?: string
      nextRemittance?: number | undefined
    }
  | {
      bank: '341'
      agency: string
      account: string
      wallet: string
      nextRemittance?: number | undefined
    }
  | {
      bank: '237'
      agency: string
      agencyPrinted: string
      account: string
      accountPrinted: string
      wallet: string
      companyCode?: string
      nextRemittance?: number | undefined
    }
