import type { MemberRole, MemberState } from '#app/domain/accounts/colleagues.ts'
import { maxColleagues } from '#app/domain/accounts/colleagues.ts'

export const roleNames: Readonly<Record<MemberRole, string>> = { mechanic: 'Mecânico', buyer: 'Comprador' }

/** Describes a role to the person who has it. */
export const roleGrants: Readonly<Record<MemberRole, string>> = {
  mechanic:
    'Com isso você vê as publicações da empresa, baixa os arquivos e emite certificados; pedidos e preços pagos não aparecem.',
  buyer:
    'Com isso você pede, orça e renova em nome da empresa e vê pedidos, boletos e publicações, mas não baixa os arquivos.',
}

/** Describes a role to the company that chooses it. */
export const roleHints: Readonly<Record<MemberRole, string>> = {
  mechanic: 'Vê as publicações, baixa arquivos e emite certificados. Não vê pedidos nem boletos.',
  buyer: 'Pede, orça e renova, vê pedidos, boletos e publicações. Não baixa arquivos.',
}

export const memberStates: Readonly<
  Record<MemberState, { text: string; tone: 'good' | 'warn' | 'neutral' }>
> = {
  invited: { text: 'Convidado', tone: 'warn' },
  expired: { text: 'Convite vencido', tone: 'warn' },
  active: { text: 'Ativo', tone: 'good' },
  declined: { text: 'Convite recusado', tone: 'neutral' },
  withdrawn: { text: 'Convite retirado', tone: 'neutral' },
  revoked: { text: 'Acesso encerrado', tone: 'neutral' },
  left: { text: 'Saiu', tone: 'neutral' },
  removed: { text: 'Conta excluída', tone: 'neutral' },
}

export const inviteFaults = {
  unproved: 'Confirme primeiro o e-mail da sua conta: só depois a loja envia convites em seu nome',
  same: 'Este é o e-mail da sua própria conta',
  known: 'Esta pessoa já é colega ou já tem um convite: veja a lista',
  full: `A empresa já tem o máximo de ${maxColleagues} colegas e convites. Encerre um que não é mais usado`,
} as const
