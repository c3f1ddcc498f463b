import type { MemberRole } from '#app/domain/accounts/colleagues.ts'
import { quoteName } from '#app/domain/accounts/person-name.ts'
import { formatCount } from '#app/text/accounts/account-labels.ts'
import { roleNames } from '#app/text/accounts/colleague-labels.ts'

export const recoveryLabels = {
  firstProof: 'A nova senha confirmou o seu e-mail pela primeira vez.',
  ended: 'Por segurança, encerramos o acesso que tinha sido criado antes na conta:',
  checkProfileAndColleagues:
    'Confira em “Meus dados” o telefone, os endereços e a frota: podem ter sido preenchidos por outra pessoa. Convide de novo os colegas que são mesmo seus.',
  checkStoredData: 'Confira o que está guardado na conta: pode ter sido preenchido por outra pessoa.',
  colleagues: 'Convide de novo os colegas que são mesmo seus.',
} as const

const MAX_REGISTRATIONS = 20

/** Returns registrations as text: 'PT-ABC, PT-XYZ e mais 3'. */
export function formatFleet(registrations: readonly string[]): string {
  if (registrations.length === 0) return 'Nenhuma'
  const hiddenCount = registrations.length - MAX_REGISTRATIONS
  return `${registrations.slice(0, MAX_REGISTRATIONS).join(', ')}${hiddenCount > 0 ? ` e mais ${hiddenCount}` : ''}`
}

type EndedAccess = {
  members: readonly { name: string | null; email: string; role: MemberRole }[]
  sessions: number
  keys: number
  passkeys: number
  secondFactor: boolean
}

export function listEndedAccess({ members, sessions, keys, passkeys, secondFactor }: EndedAccess): string[] {
  const formatIfAny = (count: number, one: string, many: string) =>
    count > 0 ? [formatCount(count, one, many)] : []
  return [
    ...members.map(({ name, email, role }) => {
      const person = name === null ? email : `${quoteName(name)} (${email})`
      return `${roleNames[role]}: ${person}`
    }),
    ...formatIfAny(sessions, 'sessão aberta', 'sessões abertas'),
    ...formatIfAny(keys, 'chave da API', 'chaves da API'),
    ...formatIfAny(passkeys, 'chave de acesso', 'chaves de acesso'),
    ...(secondFactor ? ['a confirmação em duas etapas'] : []),
  ]
}
