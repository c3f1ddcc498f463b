import { type CsvKind, csvKinds } from '#app/domain/backoffice/import-kind.ts'
import { notFound } from '#app/http/responses.server.ts'

/** What the address says is brought in. */
export function csvKindIn(text: string | undefined): CsvKind {
  return csvKinds.find((kind) => kind === text) ?? notFound()
}
