type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

export const mailStateLabels = {
  sent: { code: 1, text: 'Enviado', tone: 'good' },
  refused: { code: 2, text: 'Recusado', tone: 'bad' },
  failed: { code: 3, text: 'Falhou, será tentado de novo', tone: 'warn' },
  declined: { code: 4, text: 'Não enviado: o cliente não quer estes avisos', tone: 'neutral' },
  returned: { code: 5, text: 'Devolvido pelo servidor do destinatário', tone: 'bad' },
} as const

export function describeMailState(state: string): { text: string; tone: Tone } {
  const knownState = Object.entries(mailStateLabels).find(([name]) => name === state)
  return knownState?.[1] ?? { text: state, tone: 'neutral' }
}
