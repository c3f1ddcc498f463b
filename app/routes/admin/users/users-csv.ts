import type { LoaderFunctionArgs } from '@remix-run/node'
import { userFilter, userSorts } from '#app/domain/accounts/user-filter.ts'
import { csvResponse, everyPage } from '#app/http/csv.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { staffListQuery } from '#app/http/staff-list.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'
import { phoneWords, yesOrNo } from '#app/text/accounts/user-words.ts'
import { formatDocument } from '#app/text/platform/format.ts'

const head = [
  'ID',
  'Nome ou empresa',
  'Contato',
  'E-mail',
  'CPF ou CNPJ',
  'Telefone',
  'Tipo',
  'Ativo',
  'Parceria',
  'Funcionário',
]
const ROWS_AT_ONCE = 500
const statuses = Object.values(userFilter)

/** The list that is on the screen, whole, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const query = staffListQuery(args.request, { sorts: userSorts, statuses })
  const status = statuses.find((each) => each === query.status)
  const rows = everyPage(async (page) => (await listUsers({ ...query, status, page }, ROWS_AT_ONCE)).rows)
  return csvResponse('usuarios.csv', head, cellsOf(rows))
}

type Row = Awaited<ReturnType<typeof listUsers>>['rows'][number]

async function* cellsOf(rows: AsyncIterable<Row>) {
  for await (const row of rows)
    yield [
      row.id,
      row.shownName,
      row.name,
      row.email,
      formatDocument((row.isCompany ? row.cnpj : row.cpf) ?? ''),
      phoneWords(row.phone),
      row.isCompany ? 'Jurídica' : 'Física',
      yesOrNo(row.isActive),
      yesOrNo(row.isPartner),
      yesOrNo(row.isStaff || row.isSuperuser),
    ]
}
