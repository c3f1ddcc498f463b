import { type CsvKind, csvKinds } from '#app/domain/backoffice/import-kind.ts'
import { notFound } from '#app/http/responses.server.ts'

/** Returns the kind of import in the address; throws 404 without one. */
export function csvKindIn(text: string | undefined): CsvKind {
  return csvKinds.find((kind) => kind === text) ?? notFound()
}
