import { bankCodes, parseBank } from '#app/domain/charges/banks/banks.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

/** Names of banks whose boletos only a gateway issues. */
const gatewayBankNames: Readonly<Record<string, string>> = {
  '041': 'Banrisul',
  '077': 'Inter',
  '208': 'BTG Pactual',
  '260': 'Nu Pagamentos',
  '336': 'C6 Bank',
  '422': 'Safra',
  '461': gatewayLabels.name,
  '756': 'Sicoob',
}

/** Returns the name on boletos; `code` is the COMPE code. */
export function getBankName(code: string): string {
  const knownBankCode = parseBank(code)
  return knownBankCode ? bankTexts[knownBankCode].name : (gatewayBankNames[code] ?? `Banco ${code}`)
}

export const agreementBanks = new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(
  bankCodes.map((code) => bankTexts[code].name),
)

export const untestedAdvice =
  'A homologar: antes de vender, mande ao banco uma remessa de teste e um boleto impresso e espere a aprovação dele.'
