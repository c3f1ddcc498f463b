export const holderLabels = {
  kind: 'Quem',
  all: 'Todos que têm a publicação',
  subscription: 'Assinaturas em vigor',
  purchase: 'Compras avulsas',
  revision: 'Revisão que tem',
  any: 'Qualquer uma',
  none: 'nenhuma ainda',
} as const

type Holders = { kind?: 'subscription' | 'purchase' | undefined; held?: string | null | undefined }

/** ', só compras avulsas, com a revisão Rev. 7'; '' for everybody. */
export function formatHolders({ kind, held }: Holders): string {
  const who = kind ? `, só ${holderLabels[kind].toLowerCase()}` : ''
  if (held === undefined) return who
  return held === null ? `${who}, sem nenhuma revisão ainda` : `${who}, com a revisão ${held}`
}
