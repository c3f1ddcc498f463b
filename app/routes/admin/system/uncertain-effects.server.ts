import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { getJobName } from '#app/mails/job-name.server.ts'
import {
  decideUncertainEffects,
  findUncertainEffects,
  type UncertainChoice,
} from '#app/models/backoffice/uncertain-effect.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

/** Returns effects that staff must repeat or mark as done after a restore (D112); null if there are none. */
export async function loadUncertainLines() {
  const uncertainEffects = await findUncertainEffects()
  if (!uncertainEffects) return null
  const { kinds, rows, restore } = uncertainEffects
  return {
    restore: restore && {
      restoredText: formatDateTime(restore.restoredAt),
      snapshotText: formatDateTime(restore.snapshotAt),
      firstOrder: restore.firstOrder,
    },
    kinds: kinds.map((kind) => ({ ...kind, name: getJobName(kind.job) })),
    rows: rows.map((row) => ({
      ...row,
      name: getJobName(row.job),
      createdText: formatDateTime(row.createdAt),
    })),
  }
}

/** Repeats effects or marks them as done. The field `again` or `done` contains an effect's id or a job's name. */
export async function applyUncertainDecision(form: FormData, userId: number): Promise<Response> {
  const decision = form.has('done') ? 'done' : 'again'
  const count = await decideUncertainEffects(
    parseUncertainChoice(String(form.get(decision))),
    decision,
    userId,
  )
  if (count === 0)
    return redirectWithFlash(paths.admin.jobs(), {
      tone: 'warn',
      text: 'Nada mudou: outra pessoa já decidiu sobre esta tarefa.',
    })
  const oneText = decision === 'done' ? 'A tarefa foi dada por feita.' : 'A tarefa será feita de novo.'
  const manyText = decision === 'done' ? 'tarefas foram dadas por feitas.' : 'tarefas serão feitas de novo.'
  return redirectWithFlash(paths.admin.jobs(), {
    tone: 'good',
    text: count === 1 ? oneText : `${count} ${manyText}`,
  })
}

const effectIdPattern = /^\d{1,15}$/
const jobNamePattern = /^[a-z-]{1,40}$/

function parseUncertainChoice(text: string): UncertainChoice {
  if (effectIdPattern.test(text)) return { id: Number(text) }
  return jobNamePattern.test(text) ? { job: text } : notFound()
}
