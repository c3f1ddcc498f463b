/**
 * Under which agreement a bank takes our slips; digits without check digits unless said.
 * `agencyPrinted` and `accountPrinted` are what stands on the slip, with check digits where the bank has them.
 */
export type BankAgreement =
  | { bank: '001'; agencyPrinted: string; accountPrinted: string; agreement: string; wallet: string }
  | { bank: '341'; agency: string; account: string; wallet: string }
  | {
      bank: '237'
      agency: string
      agencyPrinted: string
      account: string
      accountPrinted: string
      wallet: string
    }
