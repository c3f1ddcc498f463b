import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Insertable } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { revisionChanges } from '#db/seed/page-texts.ts'
import { findPublicationByCode, publications, type SeedPublication } from '#db/seed/publications.ts'
import { makeInstant } from '#db/seed/reference-date.ts'

type Row = Insertable<Database['revisions']> & { id: number }

/** In points. */
const a4Size: [number, number] = [595.28, 841.89]
const petrolBlue = rgb(0.04, 0.3, 0.37)
const grey = rgb(0.29, 0.36, 0.4)

/** Returns the revisions. Downloads have a stored file; earlier revisions of subscriptions have none. */
export async function makeRevisionRows(): Promise<Row[]> {
  const currentRows = await Promise.all(publications.map(makeCurrentRow))
  const earlierRows = publications
    .flatMap(listEarlierRevisions)
    .map((row, index) => ({ ...row, id: FIRST_EARLIER_ID + index }))
  return [...currentRows, ...earlierRows]
}

/** Current revisions have the ids of their publications, earlier ones have ids from here on. */
const FIRST_EARLIER_ID = 1001
const MONTHS_BETWEEN_REVISIONS = 7
const LAST_DAY_OF_FEBRUARY = '28'

/** Returns one earlier revision for each further text of its kind. */
function listEarlierRevisions({ id, version, date, kind, is_signature }: SeedPublication) {
  const revisionNumber = Number(/^Rev\. (\d+)$/.exec(version)?.[1] ?? 0)
  const texts = is_signature ? revisionChanges[kind].slice(1, Math.max(1, revisionNumber)) : []
  return texts.map((changes, index) => {
    const revisionDate = subtractMonths(date, (index + 1) * MONTHS_BETWEEN_REVISIONS)
    const created_at = makeInstant(revisionDate, '10:00')
    return {
      publication_id: id,
      version: `Rev. ${revisionNumber - index - 1}`,
      date: revisionDate,
      changes,
      created_at,
    }
  })
}

/** Returns the date some months earlier, at the latest on the 28th, which every month has. */
function subtractMonths(date: CivilDate, months: number): CivilDate {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const firstOfMonth = new Date(Date.UTC(year, month - 1 - months, 1))
  const yearAndMonth = firstOfMonth.toISOString().slice(0, 8)
  const dayOfMonth = date.slice(8)
  return `${yearAndMonth}${dayOfMonth > LAST_DAY_OF_FEBRUARY ? LAST_DAY_OF_FEBRUARY : dayOfMonth}`
}

/** Returns the current revision. For downloads, also stores a sample manual. */
async function makeCurrentRow(publication: SeedPublication): Promise<Row> {
  const { id, version, date, kind, is_signature, created_at } = publication
  const changes = is_signature ? (revisionChanges[kind][0] ?? null) : null
  const row = { id, publication_id: id, version, date, changes, created_at }
  if (!publication.is_download) return row
  const bytes = await makeSampleManual(publication)
  const file = `revisions/demonstration-${id}`
  await putFile(file, bytes)
  const file_name = `${formatFileName(publication)}.pdf`
  return { ...row, file, file_name, file_type: 'application/pdf', file_bytes: bytes.length }
}

function formatFileName({ name, version }: SeedPublication): string {
  const [title = name] = name.split(' (')
  return `${title} ${version}`.replace(/[/:*?"<>|]/g, '-')
}

/** Draws a manual with a cover and three sample pages. */
async function makeSampleManual(publication: SeedPublication): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const day = new Date(`${publication.date}T12:00:00Z`)
  document.setTitle(publication.name)
  document.setCreationDate(day)
  document.setModificationDate(day)
  const fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  }
  drawCover(document.addPage(a4Size), publication, fonts)
  for (const [index, title] of chapters.entries())
    drawChapter(document.addPage(a4Size), { number: index + 1, title, publication, fonts })
  return document.save()
}

/** Draws and stores a sample of each manual. Returns the rows of the files. */
export async function makeSampleRows(
  codes: readonly string[],
): Promise<Insertable<Database['publication_files']>[]> {
  return Promise.all(
    codes.map(async (code) => {
      const publication = findPublicationByCode(code)
      const bytes = await makeSampleManual(publication)
      const file = `publications/demonstration-sample-${publication.id}`
      await putFile(file, bytes)
      return {
        publication_id: publication.id,
        kind: 'sample' as const,
        file,
        name: 'amostra.pdf',
        type: 'application/pdf',
        bytes: bytes.length,
        width: null,
        height: null,
        created_at: publication.created_at,
      }
    }),
  )
}

const chapters = ['Generalidades', 'Limitações e dados técnicos', 'Procedimentos']
type Fonts = { plain: PDFFont; bold: PDFFont }

function drawCover(page: PDFPage, { name, applicability, version, date }: SeedPublication, fonts: Fonts) {
  page.drawRectangle({ x: 0, y: 560, width: 596, height: 282, color: petrolBlue })
  page.drawText(name, {
    x: 56,
    y: 690,
    size: 22,
    lineHeight: 30,
    maxWidth: 480,
    font: fonts.bold,
    color: rgb(1, 1, 1),
  })
  page.drawText(applicability, { x: 56, y: 520, size: 12, maxWidth: 480, font: fonts.plain, color: grey })
  page.drawText(`${version} – ${date.split('-').reverse().join('/')}`, {
    x: 56,
    y: 480,
    size: 14,
    font: fonts.bold,
    color: petrolBlue,
  })
  page.drawText('Publicação inventada para demonstração; não serve para voar nem para manter.', {
    x: 56,
    y: 90,
    size: 9,
    font: fonts.plain,
    color: grey,
  })
}

type Chapter = { number: number; title: string; publication: SeedPublication; fonts: Fonts }

function drawChapter(page: PDFPage, { number, title, publication, fonts }: Chapter) {
  page.drawText(`${number}. ${title}`, { x: 56, y: 770, size: 18, font: fonts.bold, color: petrolBlue })
  page.drawText(`${publication.name} · ${publication.version}`, {
    x: 56,
    y: 800,
    size: 8,
    maxWidth: 480,
    font: fonts.plain,
    color: grey,
  })
  const texts = [1, 2, 3, 4, 5, 6].map(
    (sectionNumber) =>
      `${number}.${sectionNumber} Texto de exemplo da seção ${number}.${sectionNumber}, aplicável a ${publication.applicability}. ` +
      'Os valores, torques e intervalos de um manual verdadeiro ficariam aqui, com figuras e tabelas.',
  )
  for (const [index, text] of texts.entries())
    page.drawText(text, {
      x: 56,
      y: 725 - index * 66,
      size: 11,
      lineHeight: 16,
      maxWidth: 480,
      font: fonts.plain,
    })
}
