import { type CsvKind, csvKinds } from '#app/domain/backoffice/import-kind.ts'
import { notFound } from '#app/http/responses.server.ts'

/** Returns the kind of import in the address. Throws 404 if it is unknown. */
export function requireCsvKind(text: string | undefined): CsvKind {
  return csvKinds.find((kind) => kind === text) ?? notFound()
}
