const bankNames: Record<string, string> = {
  '001': 'Banco do Brasil',
  '033': 'Santander',
  '041': 'Banrisul',
  '077': 'Inter',
  '104': 'Caixa',
  '208': 'BTG Pactual',
  '237': 'Bradesco',
  '260': 'Nu Pagamentos',
  '336': 'C6 Bank',
  '341': 'Itaú',
  '422': 'Safra',
  '461': 'Asaas',
  '748': 'Sicredi',
  '756': 'Sicoob',
}

/** Name of a bank by its COMPE code, as printed on slips. */
export function bankName(code: string): string {
  return bankNames[code] ?? `Banco ${code}`
}

export const paymentPlace = 'Pagável em qualquer banco até o vencimento'
