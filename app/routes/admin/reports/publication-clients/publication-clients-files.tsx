import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { maxLabels } from '#app/domain/shipments/label.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import { paths } from '#app/paths.ts'
import { requirePublication } from '#app/routes/admin/reports/publication-clients/publication-clients.server.ts'
import { formatBytes } from '#app/text/platform/format.ts'
import { formatInteger } from '#app/text/platform/numbers.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

const REFRESH_SECONDS = 3
const MAX_FILES = 50

export const handle: PageHandle<Loaded> = {
  title: 'Etiquetas da publicação',
  refreshAfter: ({ isWaiting }) => (isWaiting ? REFRESH_SECONDS : undefined),
  section: 'reports',
  help: 'relatorios',
}

/** Loads the progress of label files for more clients than one file holds (D46). */
export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { id, name } = await requirePublication(args.params.id)
  const fileIds = new URL(args.request.url).searchParams.getAll('f').slice(0, MAX_FILES)
  const preparedFiles = await Promise.all(fileIds.map((text) => findPreparedFile(parseId(text) ?? 0, userId)))
  const files = preparedFiles.flatMap((file) =>
    file?.kind === 'labels' && file.user_id === userId ? [file] : [],
  )
  if (files.length === 0) return notFound()
  return {
    id,
    name,
    files: files.map((file) => ({
      id: file.id,
      name: file.name,
      state: file.state,
      stateText: formatFileState(file),
    })),
    isWaiting: files.some(({ state }) => state === 'preparing'),
  }
}

type PreparedFile = NonNullable<Awaited<ReturnType<typeof findPreparedFile>>>

function formatFileState({ state, done: doneCount, total, bytes }: PreparedFile): string {
  if (state === 'ready') return `Pronto, ${formatBytes(bytes ?? 0)}`
  if (state === 'failed') return 'Não preparado'
  return total > 0 ? `Sendo preparado: ${doneCount} de ${total}` : 'Sendo preparado'
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function LabelFiles() {
  const { id, name, files, isWaiting } = useLoaderData<typeof loader>()
  return (
    <div id="arquivos" data-region="" data-poll={isWaiting ? '' : undefined} className="narrow stack">
      <PageHeading
        title="Etiquetas"
        lead={`${name}: ${files.length} arquivos de até ${formatInteger(maxLabels)} etiquetas. Imprima um depois do outro: do segundo em diante, cada um começa em uma folha inteira.`}
        back={{ href: paths.admin.publicationClients(id), label: 'Publicação × clientes' }}
      />
      <DataTable
        caption="Arquivos de etiquetas"
        columns={columns}
        rows={files}
        rowKey={(file) => file.id}
        empty={{ text: 'Nenhum arquivo' }}
      />
    </div>
  )
}

const columns: Column<Loaded['files'][number]>[] = [
  {
    key: 'name',
    label: 'Arquivo',
    rowHeader: true,
    render: (file) => (
      <a href={file.state === 'ready' ? paths.fileContent(file.id, file.name) : paths.file(file.id)}>
        {file.name}
      </a>
    ),
  },
  { key: 'state', label: 'Situação', render: ({ stateText }) => stateText },
]
