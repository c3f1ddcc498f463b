import { type CsvKind, csvKinds } from '#app/domain/backoffice/import-kind.ts'
import { notFound } from '#app/http/responses.server.ts'

/** The kind of import in the address. */
export function csvKindIn(text: string | undefined): CsvKind {
  return csvKinds.find((kind) => kind === text) ?? notFound()
}
