import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { sessionHours } from '#app/domain/accounts/lifetimes.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { logOut, requireViewer } from '#app/http/session.server.ts'
import { endOtherSessions, endUserSession, listSessions } from '#app/models/accounts/session.server.ts'
import { paths } from '#app/paths.ts'
import { formatDevice } from '#app/text/accounts/account-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Sessões abertas' }

export async function loader(args: LoaderFunctionArgs) {
  const { userId, sessionId } = await requireViewer(args)
  const sessions = await listSessions(userId)
  return sessions.map(({ id, kind, userAgent, startedAt, lastSeenAt }) => ({
    id,
    isCurrent: id === sessionId,
    device: kind === 'api' ? 'Programa, pela API' : formatDevice(userAgent),
    startedAt: formatDateTime(startedAt),
    lastSeenAt: formatDateTime(lastSeenAt),
  }))
}

/** Ends one session, all others, or all. Ending one's own session also logs out. */
export async function action(args: ActionFunctionArgs) {
  const { userId, sessionId } = await requireViewer(args)
  const recordEnd = (count: number) =>
    recordSecurity(args, 'sessions-ended', { userId, accountId: userId, details: { count } })
  const form = await readForm(args.request)
  const redirectToLogin = async (text: string) =>
    redirectWithFlash(paths.login(), { tone: 'good', text }, await logOut(args.request))
  const sessionGroup = form.get('which')
  if (sessionGroup === 'others') {
    await recordEnd(await endOtherSessions(userId, sessionId))
    return redirectWithFlash(paths.sessions(), { tone: 'good', text: 'As outras sessões foram encerradas.' })
  }
  if (sessionGroup === 'all') {
    await recordEnd(await endOtherSessions(userId, null))
    return redirectToLogin('Todas as sessões foram encerradas.')
  }
  const endedId = parseId(form.get('session')) ?? notFound()
  if (!(await endUserSession(userId, endedId))) notFound()
  await recordEnd(1)
  if (endedId === sessionId) return redirectToLogin('Você saiu da sua conta.')
  return redirectWithFlash(paths.sessions(), { tone: 'good', text: 'Sessão encerrada.' })
}

type SessionRow = ReturnType<typeof useLoaderData<typeof loader>>[number]

export default function Sessions() {
  const rows = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Sessões abertas"
        lead="Aparelhos em que sua conta está aberta. Não reconhece algum? Encerre a sessão e troque a senha."
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      <DataTable
        caption="Sessões abertas, da mais recente para a mais antiga"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhuma sessão aberta' }}
      />
      <p className="hint">{`Horários de Brasília. Uma sessão sem uso termina sozinha depois de ${sessionHours} horas.`}</p>
      <PostForm action={paths.sessions()} className="actions" data-once="">
        <Button variant="main" name="which" value="others" disabled={rows.length < 2}>
          Sair de todos os outros
        </Button>
        <Button name="which" value="all">
          Sair de todos
        </Button>
      </PostForm>
    </>
  )
}

const columns: Column<SessionRow>[] = [
  { key: 'device', label: 'Aparelho', rowHeader: true, render: (row) => <DeviceCell row={row} /> },
  { key: 'started', label: 'Início', render: (row) => row.startedAt },
  { key: 'seen', label: 'Última visita', render: (row) => row.lastSeenAt },
  { key: 'end', label: 'Encerrar', align: 'actions', render: (row) => <EndSessionButton row={row} /> },
]

function DeviceCell({ row }: { row: SessionRow }) {
  if (!row.isCurrent) return <>{row.device}</>
  return (
    <>
      {row.device} <StatusTag tone="good">Esta sessão</StatusTag>
    </>
  )
}

function EndSessionButton({ row }: { row: SessionRow }) {
  return (
    <PostForm action={paths.sessions()} data-once="">
      <Button name="session" value={row.id}>
        Encerrar<span className="visually-hidden">{` ${row.device}, iniciada em ${row.startedAt}`}</span>
      </Button>
    </PostForm>
  )
}
