/** Kinds of records that staff find by number. */
export const jumpKinds = ['order', 'user', 'shipment', 'subscription', 'publication'] as const
export type JumpKind = (typeof jumpKinds)[number]

/** A typed number. `kind` comes from a word or sign before the number; `isExplicit` is true if one is there. */
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

/** Captures a word such as 'pedido', a sign such as '#' or 'nº', and the digits. */
const typedNumberPattern = /^([a-z]+\.?\s+|[a-z]+(?=#))?(#|n[º°o.]{0,2}\s*)?(\d{1,9})$/

/** Parses '12', '#12', 'nº 12', 'pedido 12', 'Expedição nº 7'; returns undefined for any other text. */
export function parseTypedNumber(text: string): TypedNumber | undefined {
  const textWithoutAccents = text.normalize('NFD').replace(/\p{M}/gu, '')
  const match = typedNumberPattern.exec(textWithoutAccents.toLowerCase().trim())
  if (!match) return undefined
  const [, typedWord, sign, digits] = match
  const word = typedWord?.replace(/[.\s]/g, '')
  // '#27' means a shipment because pages write only shipment numbers with this sign.
  const signKind = sign === '#' ? 'shipment' : undefined
  const kind = word === undefined ? signKind : kindsByWord[word]
  const isNumberWord = numberMarkers.has(word ?? '')
  if (word !== undefined && kind === undefined && !isNumberWord) return undefined
  return {
    number: Number(digits),
    kind,
    isExplicit: kind !== undefined || isNumberWord || sign !== undefined,
  }
}
