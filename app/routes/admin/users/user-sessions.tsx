import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { fieldText } from '#app/forms/field-text.ts'
import { requiredLines } from '#app/forms/text-field.ts'
import { noteSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { endSessionsFor, listSessions } from '#app/models/accounts/session.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { paths } from '#app/paths.ts'
import { formatDevice } from '#app/text/accounts/account-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Sessões abertas' }

const schema = z.object({ reason: requiredLines(500) })
const labels = { reason: 'Motivo' }

/** Where an account is open, for administrators (D124). */
export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const user = await userFrom(args)
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
}

/** Ends them all, with the reason in the history. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const user = await userFrom(args)
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { reason } = submission.value
  const count = await endSessionsFor(user.userId, { actorUserId: viewer.userId, reason })
  await noteSecurity(args, 'sessions-ended', {
    userId: viewer.userId,
    accountId: user.userId,
    details: { count },
  })
  const text = count === 0 ? 'Não havia sessão aberta.' : `Sessões encerradas: ${count}.`
  return redirectWithFlash(paths.admin.user(user.id), { tone: count === 0 ? 'warn' : 'good', text })
}

async function userFrom({ params }: LoaderFunctionArgs) {
  return (await findUserForStaff(idFrom(params.id) ?? notFound())) ?? notFound()
}

export default function UserSessions() {
  const { id, name, rows } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  return (
    <div className="narrow stack">
      <PageHeading
        title="Sessões abertas"
        lead={name}
        back={{ href: paths.admin.user(id), label: 'Usuário' }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      <DataTable
        caption="Sessões abertas, a usada por último primeiro"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhuma sessão aberta' }}
      />
      {rows.length === 0 ? null : (
        <form method="post" action={paths.admin.userSessions(id)} noValidate className="stack" data-once="">
          <p>
            A pessoa sai de todos os aparelhos na hora e pode entrar de novo com a senha. Para que não volte,
            desmarque “Ativo” no cadastro.
          </p>
          <TextAreaField
            label="Motivo"
            hint="Fica no histórico do cadastro."
            rows={3}
            required
            {...field.of('reason')}
          />
          <div className="actions">
            <Button variant="danger">Encerrar todas as sessões</Button>
            <LinkButton href={paths.admin.user(id)}>Voltar</LinkButton>
          </div>
        </form>
      )}
    </div>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

const columns: Column<Row>[] = [
  { key: 'device', label: 'Aparelho', rowHeader: true, render: (row) => row.device },
  { key: 'started', label: 'Início', render: (row) => row.startedAt },
  { key: 'seen', label: 'Última visita', render: (row) => row.lastSeenAt },
]
