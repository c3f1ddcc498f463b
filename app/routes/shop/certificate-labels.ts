import type { ItemState } from '#app/domain/subscriptions/certificate.ts'

export const itemLabels = {
  'in-force': { text: 'Em vigor', tone: 'good' },
  expired: { text: 'Vencida', tone: 'bad' },
  suspended: { text: 'Suspensa', tone: 'bad' },
  withdrawn: { text: 'Em desistência', tone: 'warn' },
} as const satisfies Record<ItemState, { text: string; tone: string }>

/** Returns the certificate's state today, which follows from the states of its subscriptions (D52). */
export function formatCertificateValidity(states: readonly ItemState[]) {
  const inForceCount = states.filter((state) => state === 'in-force').length
  if (inForceCount === 0)
    return {
      tone: 'bad',
      title: 'Certificado vencido',
      text: 'Nenhuma das assinaturas deste certificado está em vigor hoje.',
    } as const
  if (inForceCount < states.length)
    return {
      tone: 'warn',
      title: 'Certificado válido em parte',
      text: `${inForceCount} de ${states.length} assinaturas estão em vigor hoje.`,
    } as const
  return {
    tone: 'good',
    title: 'Certificado válido',
    text:
      states.length === 1 ? 'A assinatura está em vigor.' : `As ${states.length} assinaturas estão em vigor.`,
  } as const
}
