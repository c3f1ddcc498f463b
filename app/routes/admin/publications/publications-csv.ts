import type { LoaderFunctionArgs } from '@remix-run/node'
import { type Cell, csvResponse, everyPage } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { staffListQuery } from '#app/http/staff-list.ts'
import { listPublicationsForStaff, publicationSorts } from '#app/models/catalogue/publication-list.server.ts'
import { publicationState } from '#app/text/catalogue/publication-words.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

const head = [
  'ID',
  'Publicação',
  'Aplicabilidade',
  'Versão',
  'Atualização',
  'Compra',
  'Renovação',
  'Situação',
] as const

/** The list on the screen as a file: same search, filter and sort. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = staffListQuery(args.request, { sorts: publicationSorts, statuses: [1, 2, 3] })
  const rows = everyPage(async (page) => (await listPublicationsForStaff({ ...query, page })).rows)
  return csvResponse('publicacoes.csv', head, cellsOf(rows))
}

type Row = Awaited<ReturnType<typeof listPublicationsForStaff>>['rows'][number]

async function* cellsOf(rows: AsyncIterable<Row>): AsyncGenerator<Cell[]> {
  for await (const row of rows) {
    const renewal = row.price_signature === null ? null : amount(row.price_signature)
    yield [
      row.id,
      row.name,
      row.applicability,
      row.version,
      formatDate(row.date),
      amount(row.price),
      renewal,
      publicationState(row),
    ]
  }
}

function amount(centavos: number): string {
  return formatReais(centavos).replace('R$ ', '')
}
