/** Kinds of records that staff find by number. */
export const jumpKinds = ['order', 'user', 'shipment', 'subscription', 'publication'] as const
export type JumpKind = (typeof jumpKinds)[number]

/** A typed number. `kind` is set by a word before it; `isExplicit` is true if a sign marks it as a number. */
export type TypedNumber = { number: number; kind: JumpKind | undefined; isExplicit: boolean }

const words: Readonly<Record<string, JumpKind>> = {
  pedido: 'order',
  ped: 'order',
  order: 'order',
  usuario: 'user',
  cliente: 'user',
  expedicao: 'shipment',
  exp: 'shipment',
  assinatura: 'subscription',
  ass: 'subscription',
  publicacao: 'publication',
  pub: 'publication',
}

/** Parses '12', '#12', 'nº 12', 'pedido 12', 'Expedição nº 7'; returns undefined for any other text. */
export function readNumber(text: string): TypedNumber | undefined {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
  const match = /^([a-z]+\.?\s+|[a-z]+(?=#))?(#|n[º°o.]{0,2}\s*)?(\d{1,9})$/.exec(plain)
  if (!match) return undefined
  const word = match[1]?.replace(/[.\s]/g, '')
  // '#27' means a shipment, the only record that pages write so.
  const bare = match[2] === '#' ? 'shipment' : undefined
  const kind = word === undefined ? bare : words[word]
  const isSign = word === 'n' || word === 'no' || word === 'num' || word === 'numero'
  if (word !== undefined && kind === undefined && !isSign) return undefined
  return {
    number: Number(match[3]),
    kind,
    isExplicit: kind !== undefined || isSign || match[2] !== undefined,
  }
}
