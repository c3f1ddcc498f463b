import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LinkButton } from '#app/components/button.tsx'
import { Notice } from '#app/components/notice.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { Progress } from '#app/components/progress.tsx'
import { findPreparedFile } from '#app/models/prepared-file.server.ts'
import { formatBytes } from '#app/text/format.ts'
import { idFrom } from '#app/web/list-params.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { notFound } from '#app/web/responses.server.ts'
import { getViewer, requireViewer } from '#app/web/session.server.ts'

const REFRESH_SECONDS = 2

export const handle: PageHandle<Loaded> = {
  title: ({ file }) => `Arquivo ${file.name}`,
  refreshAfter: ({ file }) => (file.state === 'preparing' ? REFRESH_SECONDS : undefined),
}

/** How far a file is, for whoever asked for it; to others it does not exist (D49). */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await getViewer(args)
  const id = idFrom(args.params.id) ?? notFound()
  const file = await findPreparedFile(id, viewer?.userId ?? null)
  if (!file) return (await requireViewer(args)) && notFound()
  const { state, name, bytes, done, total } = file
  return { file: { id, state, name, bytes, done, total } }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PreparedFile() {
  const { file } = useLoaderData<typeof loader>()
  const isWaiting = file.state === 'preparing'
  return (
    <div id="arquivo" data-region="" data-poll={isWaiting ? '' : undefined} className="stack-l">
      <PageHeading title={titles[file.state]} lead={file.name} />
      {isWaiting ? (
        <Progress
          text="Isso leva alguns segundos. Esta página se atualiza sozinha."
          {...(file.total > 0 ? { done: file.done, total: file.total } : {})}
        />
      ) : null}
      {file.state === 'failed' ? (
        <Notice tone="bad">
          O arquivo não pôde ser preparado. Nossa equipe foi avisada;{' '}
          <a href={paths.contact()}>fale conosco</a> se tiver pressa.
        </Notice>
      ) : null}
      <p className="actions no-print">
        {file.state === 'ready' ? (
          <LinkButton href={paths.fileContent(file.id, file.name)} variant="main">
            Baixar {formatBytes(file.bytes ?? 0)}
          </LinkButton>
        ) : null}
        {isWaiting ? <LinkButton href={paths.file(file.id)}>Atualizar</LinkButton> : null}
        <LinkButton href={paths.manage()}>Minhas publicações</LinkButton>
      </p>
    </div>
  )
}

const titles = {
  preparing: 'Seu arquivo está sendo preparado',
  ready: 'Seu arquivo está pronto',
  failed: 'Arquivo não preparado',
} as const
