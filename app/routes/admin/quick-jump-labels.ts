/** Kinds of records that staff find by number. */
export const jumpKinds = ['order', 'user', 'shipment', 'subscription', 'publication'] as const
export type JumpKind = (typeof jumpKinds)[number]

/** A typed number. `kind` comes from a word or sign before it; `isExplicit` is true if there is one. */
export type TypedNumber = { number: number; kind: JumpKind | undefined; isExplicit: boolean }

const kindsByWord: Readonly<Record<string, JumpKind>> = {
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

const numberMarkers = new Set(['n', 'no', 'num', 'numero'])

/** Groups: a word such as 'pedido', a sign such as '#' or 'nº', the digits. */
const typedNumberPattern = /^([a-z]+\.?\s+|[a-z]+(?=#))?(#|n[º°o.]{0,2}\s*)?(\d{1,9})$/

/** Parses '12', '#12', 'nº 12', 'pedido 12', 'Expedição nº 7'; returns undefined for any other text. */
export function parseTypedNumber(text: string): TypedNumber | undefined {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
  const groups = typedNumberPattern.exec(plain)
  if (!groups) return undefined
  const word = groups[1]?.replace(/[.\s]/g, '')
  // '#27' means a shipment, the only record that pages write so.
  const signKind = groups[2] === '#' ? 'shipment' : undefined
  const kind = word === undefined ? signKind : kindsByWord[word]
  const isNumberWord = numberMarkers.has(word ?? '')
  if (word !== undefined && kind === undefined && !isNumberWord) return undefined
  return {
    number: Number(groups[3]),
    kind,
    isExplicit: kind !== undefined || isNumberWord || groups[2] !== undefined,
  }
}
