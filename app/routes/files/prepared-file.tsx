import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { maxRowsOnPaper } from '#app/domain/reports/report-limits.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { getViewer, requireViewer } from '#app/http/session.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findOpenFile, findRequestedFile, isStaffFile } from '#app/models/subscriptions/file-access.server.ts'
import { getSafeAdminRedirect, paths } from '#app/paths.ts'
import { formatBytes } from '#app/text/platform/format.ts'
import { formatInteger } from '#app/text/platform/numbers.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Progress } from '#app/ui/progress.tsx'

const REFRESH_SECONDS = 2

export const handle: PageHandle<Loaded> = {
  title: ({ file }) => `Arquivo ${file.name}`,
  refreshAfter: ({ file }) => (file.state === 'preparing' ? REFRESH_SECONDS : undefined),
}

/** Loads a file's progress for its requester. Throws 404 for others (D49). */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await getViewer(args)
  const id = parseId(args.params.id) ?? notFound()
  const file = await findRequestedFile(id, viewer)
  // Staff without a second factor see no staff files; this redirects them to the second factor.
  if (viewer?.isFactorMissing && !file) await requireStaff(args)
  if (!file) return (await requireViewer(args)) && notFound()
  const isForStaff = isStaffFile(file.kind)
  if (isForStaff) await requireStaff(args)
  const isGone = file.state === 'ready' && !(await findOpenFile(id, viewer, toCivilDate(new Date())))
  const { name, bytes, done, total } = file
  const back = makeBackLink(file, viewer !== undefined)
  return {
    file: { id, state: isGone ? ('gone' as const) : file.state, name, bytes, done, total },
    kind: file.kind,
    back,
    forStaff: isForStaff,
  }
}

/** Returns a link to the page from which the file was requested. */
function makeBackLink(
  { kind, facts }: { kind: string; facts: Record<string, unknown> },
  isLoggedIn: boolean,
) {
  if (kind === 'report')
    return { href: getSafeAdminRedirect(facts.back, paths.admin.reports()), label: 'Voltar ao relatório' }
  if (kind === 'labels')
    return { href: getSafeAdminRedirect(facts.back, paths.admin.users()), label: 'Voltar às etiquetas' }
  if (kind === 'status-list' || !isLoggedIn)
    return { href: paths.currentVersions(), label: 'Status das publicações' }
  if (kind === 'receipt') return { href: paths.orders(), label: 'Meus pedidos' }
  return { href: paths.manage(), label: 'Minhas publicações' }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PreparedFile() {
  const { file, kind, back, forStaff: isForStaff } = useLoaderData<typeof loader>()
  const isWaiting = file.state === 'preparing'
  return (
    <div id="arquivo" data-region="" data-poll={isWaiting ? '' : undefined} className="stack-l">
      <PageHeading title={titles[file.state]} lead={file.name} />
      {isWaiting ? (
        <Progress
          text={formatProgress(file)}
          {...(file.total > 0 ? { doneCount: file.done, total: file.total } : {})}
        />
      ) : null}
      {file.state === 'failed' ? (
        <Notice tone="bad">
          {isForStaff ? (
            <>
              O arquivo não pôde ser preparado. Volte e peça de novo; se falhar outra vez, o motivo está em{' '}
              <a href={paths.admin.jobs()}>Tarefas</a>.
              {file.name.endsWith('.pdf') && kind === 'report'
                ? ` Em PDF cabem até ${formatInteger(maxRowsOnPaper)} linhas: peça Excel ou CSV.`
                : null}
            </>
          ) : (
            <>
              O arquivo não pôde ser preparado. Nossa equipe foi avisada;{' '}
              <a href={paths.contact()}>fale conosco</a> se tiver pressa.
            </>
          )}
        </Notice>
      ) : null}
      {file.state === 'gone' ? (
        <Notice tone="warn">O que este arquivo comprova ou abre não está mais em vigor.</Notice>
      ) : null}
      <p className="actions no-print">
        {file.state === 'ready' ? (
          <LinkButton href={paths.fileContent(file.id, file.name)} variant="main">
            Baixar {formatBytes(file.bytes ?? 0)}
          </LinkButton>
        ) : null}
        {isWaiting ? <LinkButton href={paths.file(file.id)}>Atualizar</LinkButton> : null}
        <LinkButton href={back.href}>{back.label}</LinkButton>
      </p>
    </div>
  )
}

/** Returns '2.000 de 8.000 prontos.' if the total is known, and a sentence about the refresh. */
function formatProgress({ done, total }: { done: number; total: number }) {
  const refreshText = 'Esta página se atualiza sozinha.'
  if (total === 0) return `Isso leva alguns segundos. ${refreshText}`
  return `${done.toLocaleString('pt-BR')} de ${total.toLocaleString('pt-BR')} prontos. ${refreshText}`
}

const titles = {
  preparing: 'Seu arquivo está sendo preparado',
  ready: 'Seu arquivo está pronto',
  failed: 'Arquivo não preparado',
  gone: 'Arquivo não disponível',
} as const
