import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { putFile } from '#app/gateways/storage.server.ts'
import { setRevisionFile } from '#app/models/catalogue/revision.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'

type Page = { width?: number; height?: number; rotation?: number; crop?: [number, number, number, number] }

/** Creates a PDF with a line of text on each page. Pages may be rotated and cropped. */
export async function makePdf(pages: Page[] = [{}]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (const [index, { width = 595, height = 842, rotation = 0, crop }] of pages.entries()) {
    const page = document.addPage([width, height])
    page.setRotation(degrees(rotation))
    if (crop) page.setCropBox(...crop)
    page.drawText(`Conteudo da pagina ${index + 1}`, { x: width / 3, y: height / 2, size: 12 })
  }
  return document.save()
}

type FileData = { name?: string; type?: string; bytes?: Uint8Array; version?: string }

/** Adds a file to the newest revision of a publication, or to its revision `version`. Returns the revision's id. */
export async function giveFile(publicationId: number, data: FileData = {}): Promise<number> {
  const { name = 'manual.pdf', type = 'application/pdf' } = data
  const bytes = data.bytes ?? (await makePdf())
  const revision = await db
    .selectFrom('revisions')
    .select('id')
    .where('publication_id', '=', publicationId)
    .$if(data.version !== undefined, (rows) => rows.where('version', '=', data.version ?? ''))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const file = `revisions/${revision.id}-${bytes.length}`
  await putFile(file, bytes)
  await withTransaction((trx) => setRevisionFile(trx, revision.id, { file, name, type, bytes: bytes.length }))
  return revision.id
}
