const bankNames: Record<string, string> = {
  '001': 'Banco do Brasil',
  '237': 'Bradesco',
  '341': 'Itaú',
}

/** Name of a bank by its COMPE code, as printed on slips. */
export function bankName(code: string): string {
  return bankNames[code] ?? `Banco ${code}`
}

export const paymentPlace = 'Pagável em qualquer banco até o vencimento'
