import { formatPlural, type WorkKind } from '#app/desk/kind.ts'
import { type Lane, lanes } from '#app/domain/platform/lane.ts'
import { undeliveredMailDays } from '#app/domain/reports/report-limits.ts'
import { env } from '#app/env.server.ts'
import {
  findSilentLanes,
  selectMissingBackup,
  selectSilentLanes,
  selectStuckTasks,
  selectUncertainTasks,
  selectUndeliveredMails,
} from '#app/models/backoffice/waiting-work/system-work.server.ts'
import { findLastBackup } from '#app/models/platform/backup.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { formatLanes } from '#app/text/platform/job-labels.ts'

const DAY_MS = 86_400_000

const getReportedSince = (now: Date) => new Date(now.getTime() - undeliveredMailDays * DAY_MS)

/** Reports a late backup, except in a demonstration (D101). */
const backup: WorkKind = {
  name: 'backup',
  records: ({ now }) => selectMissingBackup(now),
  async show() {
    const lastBackup = await findLastBackup()
    return {
      text: lastBackup
        ? `A última cópia de segurança é de ${formatDateTime(lastBackup)}`
        : 'Nenhuma cópia de segurança foi registrada',
      act: { href: `${paths.admin.helpPage('hoje')}#problemas`, label: 'Ver o que fazer' },
    }
  },
  order: 'first',
  health: 'backup',
  by: 'administrators',
  mailAfterHours: 48,
  deadlines: [],
}

export const brokenKinds: readonly WorkKind[] = [
  {
    name: 'silent-lanes',
    records: selectSilentLanes,
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
    deadlines: [],
  },
  {
    name: 'uncertain-tasks',
    records: selectUncertainTasks,
    show: ({ count }) => ({
      text: `Depois da recuperação: ${formatPlural(count, 'tarefa talvez já feita', 'tarefas talvez já feitas')}`,
      act: { href: `${paths.admin.jobs()}#recuperacao`, label: 'Decidir' },
    }),
    order: 'first',
    health: 'background',
    by: 'staff',
    mailAfterHours: 24,
    deadlines: [],
  },
  ...(env.APP_ENV === 'demonstration' ? [] : [backup]),
]

export const logKinds: readonly WorkKind[] = [
  makeUndeliveredKind('refused', 2, ['e-mail recusado', 'e-mails recusados']),
  makeUndeliveredKind('returned', 5, ['e-mail devolvido', 'e-mails devolvidos']),
  {
    name: 'stuck-tasks',
    records: selectStuckTasks,
    show: ({ count }) => ({
      text: formatPlural(count, 'tarefa com problema', 'tarefas com problema'),
      act: { href: paths.admin.jobs(), label: 'Ver as tarefas' },
    }),
    order: 'queue',
    health: 'background',
    by: 'staff',
    mailAfterHours: 24,
    deadlines: [
      'Vamos enviar um link ',
      'Vamos enviar um convite ',
      "'Vamos enviar'",
      'Vamos continuar escrevendo para este e-mail',
    ],
  },
]

/**
 * Returns the kind of recent mails in a state. `statusCode` is that state's value in the filter of the mail
 * list.
 */
function makeUndeliveredKind(
  state: 'refused' | 'returned',
  statusCode: number,
  [singular, plural]: [string, string],
): WorkKind {
  return {
    name: `${state}-mails`,
    records: ({ now }) => selectUndeliveredMails(state, getReportedSince(now)),
    show: ({ count }) => ({
      text: `${formatPlural(count, singular, plural)} nos últimos ${undeliveredMailDays} dias`,
      act: { href: `${paths.admin.mails()}?status=${statusCode}`, label: 'Ver os e-mails' },
    }),
    order: 'queue',
    health: 'mails',
    by: 'staff',
    mailAfterHours: null,
    deadlines: [],
  }
}

function formatSilence(silentLanes: readonly Lane[], hasWorkers: boolean): string {
  if (silentLanes.length < lanes.length) return `Nenhum trabalhador cuida de: ${formatLanes(silentLanes)}`
  return hasWorkers
    ? 'Nenhum trabalhador alcança as filas: boletos e e-mails não saem'
    : 'Nenhum trabalhador responde: boletos e e-mails não saem'
}
