import { counted, type Kind } from '#app/desk/kind.ts'
import { type Lane, lanes } from '#app/domain/platform/lane.ts'
import { undeliveredDays } from '#app/domain/reports/report-limits.ts'
import { env } from '#app/env.server.ts'
import {
  findSilentLanes,
  missingBackup,
  silentLanes,
  stuckTasks,
  uncertainTasks,
  undeliveredMails,
} from '#app/models/backoffice/waiting-work/system-work.server.ts'
import { findLastBackup } from '#app/models/platform/backup.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { formatLanes } from '#app/text/platform/job-labels.ts'

const DAY_MS = 86_400_000

const getLastWeek = (now: Date) => new Date(now.getTime() - undeliveredDays * DAY_MS)

/** Reports a late backup, except in a demonstration (D101). */
const backup: Kind = {
  name: 'backup',
  records: ({ now }) => missingBackup(now),
  async show() {
    const last = await findLastBackup()
    return {
      text: last
        ? `A última cópia de segurança é de ${formatDateTime(last)}`
        : 'Nenhuma cópia de segurança foi registrada',
      act: { href: `${paths.admin.helpPage('hoje')}#problemas`, label: 'Ver o que fazer' },
    }
  },
  order: 'first',
  health: 'backup',
  by: 'administrators',
  mailAfterHours: 48,
  promises: [],
}

export const brokenKinds: readonly Kind[] = [
  {
    name: 'silent-lanes',
    records: silentLanes,
    async show() {
      const silent = await findSilentLanes()
      return {
        text: formatSilence(silent.lanes, silent.hasWorkers),
        act: { href: paths.admin.jobs(), label: 'Ver as tarefas' },
      }
    },
    order: 'first',
    health: 'background',
    hasAge: false,
    by: 'staff',
    // Without a worker, no mail can be sent.
    mailAfterHours: null,
    promises: [],
  },
  {
    name: 'uncertain-tasks',
    records: uncertainTasks,
    show: ({ count }) => ({
      text: `Depois da recuperação: ${counted(count, 'tarefa talvez já feita', 'tarefas talvez já feitas')}`,
      act: { href: `${paths.admin.jobs()}#recuperacao`, label: 'Decidir' },
    }),
    order: 'first',
    health: 'background',
    by: 'staff',
    mailAfterHours: 24,
    promises: [],
  },
  ...(env.APP_ENV === 'demonstration' ? [] : [backup]),
]

export const logKinds: readonly Kind[] = [
  makeUndeliveredKind('refused', 2, ['e-mail recusado', 'e-mails recusados']),
  makeUndeliveredKind('returned', 5, ['e-mail devolvido', 'e-mails devolvidos']),
  {
    name: 'stuck-tasks',
    records: stuckTasks,
    show: ({ count }) => ({
      text: counted(count, 'tarefa com problema', 'tarefas com problema'),
      act: { href: paths.admin.jobs(), label: 'Ver as tarefas' },
    }),
    order: 'queue',
    health: 'background',
    by: 'staff',
    mailAfterHours: 24,
    promises: [
      'Vamos enviar um link ',
      'Vamos enviar um convite ',
      "'Vamos enviar'",
      'Vamos continuar escrevendo para este e-mail',
    ],
  },
]

function makeUndeliveredKind(
  state: 'refused' | 'returned',
  code: number,
  [one, many]: [string, string],
): Kind {
  return {
    name: `${state}-mails`,
    records: ({ now }) => undeliveredMails(state, getLastWeek(now)),
    show: ({ count }) => ({
      text: `${counted(count, one, many)} nos últimos ${undeliveredDays} dias`,
      act: { href: `${paths.admin.mails()}?status=${code}`, label: 'Ver os e-mails' },
    }),
    order: 'queue',
    health: 'mails',
    by: 'staff',
    mailAfterHours: null,
    promises: [],
  }
}

function formatSilence(silent: readonly Lane[], hasWorkers: boolean): string {
  if (silent.length < lanes.length) return `Nenhum trabalhador cuida de: ${formatLanes(silent)}`
  return hasWorkers
    ? 'Nenhum trabalhador alcança as filas: boletos e e-mails não saem'
    : 'Nenhum trabalhador responde: boletos e e-mails não saem'
}
