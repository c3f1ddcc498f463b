export const holderLabels = {
  kind: 'Quem',
  all: 'Todos que têm a publicação',
  subscription: 'Assinaturas em vigor',
  purchase: 'Compras avulsas',
  ended: 'Assinaturas vencidas',
  everybody: 'Todos, também com assinatura vencida',
  revision: 'Revisão que tem',
  any: 'Qualquer uma',
  none: 'nenhuma ainda',
} as const

type Kind = 'subscription' | 'purchase' | 'ended' | 'everybody'
type Holders = { kind?: Kind | undefined; held?: string | null | undefined }

const kindTexts: Readonly<Record<Kind, string>> = {
  subscription: 'só assinaturas em vigor',
  purchase: 'só compras avulsas',
  ended: 'só assinaturas vencidas',
  everybody: 'também com assinatura vencida',
}

/** Returns ', só compras avulsas, com a revisão Rev. 7'; '' for everybody. */
export function formatHolders({ kind, held }: Holders): string {
  const kindText = kind ? `, ${kindTexts[kind]}` : ''
  if (held === undefined) return kindText
  return held === null ? `${kindText}, sem nenhuma revisão ainda` : `${kindText}, com a revisão ${held}`
}
