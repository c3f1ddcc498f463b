import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requiredLines } from '#app/forms/text-field.ts'
import { requireProofToSend } from '#app/http/accounts/proof.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { endSessionsWithReason, listSessions } from '#app/models/accounts/session.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { paths } from '#app/paths.ts'
import { defineQuestion } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { formatDevice } from '#app/text/accounts/account-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Sessões abertas', section: 'clients', help: 'acesso-e-papeis' }

const reasonSchema = z.object({ reason: requiredLines(500) })

/** Lists an account's sessions for administrators, who can end them with a reason in the history (D124). */
const question = defineQuestion({
  guard: requireProofToSend(requireSuperuser),
  find: async ({ params }) => (await findUserForStaff(parseId(params.id) ?? notFound())) ?? notFound(),
  show: async (user) => {
    const sessions = await listSessions(user.userId)
    return {
      id: user.id,
      name: user.shownName ?? user.name,
      rows: sessions.map(({ id, kind, userAgent, startedAt, lastSeenAt }) => ({
        id,
        device: kind === 'api' ? 'Programa, pela API' : formatDevice(userAgent),
        startedAt: formatDateTime(startedAt),
        lastSeenAt: formatDateTime(lastSeenAt),
      })),
    }
  },
  schema: () => reasonSchema,
  execute: ({ record, values: { reason }, viewer }) =>
    endSessionsWithReason(record.userId, { actorUserId: viewer.userId, reason }),
  outcome: async (count, { record, viewer: { userId }, args }) => {
    await recordSecurity(args, 'sessions-ended', { userId, accountId: record.userId, details: { count } })
    const text = count === 0 ? 'Não havia sessão aberta.' : `Sessões encerradas: ${count}.`
    return redirectWithFlash(paths.admin.user(record.id), { tone: count === 0 ? 'warn' : 'good', text })
  },
})
export const loader = question.loader
export const action = question.action

export default function UserSessions() {
  const { id, name, rows } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  const table = (
    <DataTable
      caption="Sessões abertas, da mais recente para a mais antiga"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={{ text: 'Nenhuma sessão aberta' }}
    />
  )
  return (
    <QuestionPage
      title="Sessões abertas"
      lead={name}
      back={{ href: paths.admin.user(id), label: 'Usuário' }}
      field={field}
      labels={{ reason: 'Motivo' }}
      details={rows.length === 0 ? null : table}
      alternative={rows.length === 0 ? table : null}
      action={paths.admin.userSessions(id)}
      button="Encerrar todas as sessões"
      variant="danger"
    >
      <p>
        A pessoa sai de todos os aparelhos na hora e pode entrar de novo com a senha. Para que não volte,
        desmarque “Ativo” no cadastro.
      </p>
      <TextAreaField
        label="Motivo"
        hint="Fica no histórico do cadastro."
        rows={3}
        isRequired
        {...field.getField('reason')}
      />
    </QuestionPage>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'device', label: 'Aparelho', rowHeader: true, render: (row) => row.device },
  { key: 'started', label: 'Início', render: (row) => row.startedAt },
  { key: 'seen', label: 'Última visita', render: (row) => row.lastSeenAt },
]
