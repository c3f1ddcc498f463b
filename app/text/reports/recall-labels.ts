import { formatInteger } from '#app/text/platform/numbers.ts'

export const recallLabels = {
  title: 'Avisos a quem tem a publicação',
  hint: 'A quem a equipe escreveu sobre uma publicação, o que e quando.',
  ofOne: ', um aviso',
  none: 'Nenhum aviso foi enviado neste período.',
  held: 'Revisão que tinha',
  people: 'Número de pessoas',
  sent: 'Enviados',
  unsent: 'Não enviados',
  stateSent: 'Enviado',
  stateUnsent: 'Não enviado',
  stateOpen: 'Na fila',
  write: 'Escrever aviso',
  subject: 'Assunto',
  body: 'Aviso',
  bodyHint:
    'Diga o que houve e o que fazer. Saudação, publicação, revisão que a pessoa tem, aeronave e contato da empresa entram sozinhos.',
  preview: 'Ver antes',
  repeated: 'Este aviso já foi enviado. Confira abaixo da lista antes de escrever outro.',
  nobody: 'Ninguém mais tem o que foi escolhido: não há a quem enviar.',
} as const

export function formatSendTo(count: number): string {
  return count === 1 ? 'Enviar a 1 pessoa' : `Enviar a ${formatInteger(count)} pessoas`
}

/** Returns '40 de 41 enviados, 1 não enviado'. */
export function formatProgress({ total, sent, unsent }: { total: number; sent: number; unsent: number }) {
  const failedText = unsent === 0 ? '' : `, ${formatInteger(unsent)} não enviado${unsent === 1 ? '' : 's'}`
  return `${formatInteger(sent)} de ${formatInteger(total)} enviado${sent === 1 ? '' : 's'}${failedText}`
}

export type HolderReason = 'subscription' | 'purchase' | 'ended'

/** Explains why a person gets the notice; `company` is set if a company has the publication. */
export function formatHolderReason(reason: HolderReason, company: string | null): string {
  const [has, bought, had] = company
    ? [`${company} tem`, `${company} comprou`, `${company} já teve`]
    : ['tem', 'comprou', 'já teve']
  if (reason === 'subscription') return `Você recebe este aviso porque ${has} a assinatura desta publicação.`
  if (reason === 'purchase') return `Você recebe este aviso porque ${bought} esta publicação.`
  return `Você recebe este aviso porque ${had} a assinatura desta publicação e ainda pode usar o que recebeu.`
}
