import { foldText } from '#app/domain/platform/folded-text.ts'

/** Actions that may resolve a rejected registration. */
export type Remedy = 'payer' | 'new-boleto' | 'agreement' | 'known' | 'bank'

/** Patterns of words in the banks' reasons, each with its remedy. The first match applies. */
const remedyPatterns: readonly (readonly [Remedy, RegExp])[] = [
  ['payer', /pagador|\bcep\b|\buf\b|endereco|agencia cobradora/],
  ['agreement', /beneficiario|convenio|agencia|conta\b|carteira|cooperativa/],
  ['payer', /\bcpf\b/],
  ['known', /\bja \w+|repetido/],
  ['new-boleto', /vencimento|emissao|nosso numero|valor do titulo/],
]

export function findRemedy(reason: string): Remedy {
  const foldedReason = foldText(reason)
  return remedyPatterns.find(([, pattern]) => pattern.test(foldedReason))?.[0] ?? 'bank'
}

export const remedyLabels: Readonly<Record<Remedy, string>> = {
  payer:
    'Os dados do pagador não servem ao banco. Corrija-os no pedido: o boleto vai de novo na próxima remessa.',
  'new-boleto': 'Faça outro boleto, com “Novo vencimento”.',
  agreement: 'Confira o convênio com o banco e nas configurações; depois registre o boleto de novo.',
  known:
    'O banco diz que já tem este boleto: confira no site dele. Se não estiver lá, faça outro com “Novo vencimento”.',
  bank: 'Pergunte ao banco o que falta; depois registre o boleto de novo.',
}
