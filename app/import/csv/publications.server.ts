import { parseWithZod } from '@conform-to/zod/v4'
import type { PublicationData } from '#app/domain/catalogue/publication-fields.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { publicationSchema } from '#app/forms/publication.ts'
import {
  buildLineForm,
  collectProblems,
  type Importer,
  type LineVerdict,
  listDifferences,
  type PlannedChange,
} from '#app/import/csv/importer.ts'
import type { CsvCells } from '#app/import/csv/read-csv.server.ts'
import { parseSwitches } from '#app/import/csv/switches.ts'
import {
  type KnownPublication,
  listPublicationsByNumber,
  listRevisionsByPublication,
} from '#app/models/backoffice/import/csv-lookups.server.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import { createPublication, savePublication } from '#app/models/catalogue/publication-edit.server.ts'
import { csvColumns } from '#app/text/backoffice/csv-columns.ts'
import { csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'
import {
  formatPublicationTexts,
  newPublicationTexts,
  publicationLabels,
  publicationMessages,
  toPublicationTexts,
} from '#app/text/catalogue/publication-labels.ts'

const MAX_PUBLICATION_NUMBER = 4_294_967_295
const fields = Object.keys(publicationLabels)

type Revision = Awaited<ReturnType<typeof listRevisionsByPublication>>[number]
type StoredData = { publications: readonly KnownPublication[]; revisions: readonly Revision[] }

/** Finds publications by the shop's or the company's number. An unknown company number adds one (D95). */
export const validatePublicationLines: Importer = async (lines) => {
  const numbers = lines.map((cells) => ({ id: parseNumber(cells.id), code: parseNumber(cells.code) }))
  const publications = await listPublicationsByNumber({
    ids: numbers.flatMap(({ id }) => id ?? []),
    legacyIds: numbers.flatMap(({ code }) => code ?? []),
  })
  const revisions = await listRevisionsByPublication(publications.map(({ id }) => id))
  return lines.map((cells) => validateLine(cells, { publications, revisions }))
}

/** Returns a publication's number; undefined for an empty cell, null for invalid text. */
function parseNumber(text = ''): number | null | undefined {
  if (text === '') return undefined
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= MAX_PUBLICATION_NUMBER ? number : null
}

function validateLine(
  { id: idText, code: codeText, ...typedCells }: CsvCells,
  { publications, revisions }: StoredData,
): LineVerdict {
  const id = parseNumber(idText)
  const code = parseNumber(codeText)
  if (id === null || code === null)
    return { problems: { [id === null ? 'id' : 'code']: [csvLineProblems.number] } }
  if (id === undefined && code === undefined) return { problems: { code: [csvLineProblems.noKey] } }
  const publication = publications.find((knownPublication) =>
    id === undefined ? knownPublication.legacyId === code : knownPublication.id === id,
  )
  if (id !== undefined && !publication) return { problems: { id: [csvLineProblems.unknownNumber] } }
  if (id !== undefined && code !== undefined && publication?.legacyId !== code)
    return { problems: { code: [csvLineProblems.otherCode] } }
  const switches = parseSwitches(typedCells, csvColumns.publications)
  const texts = publication ? toPublicationTexts(publication) : newPublicationTexts
  const submission = parseWithZod(buildLineForm(texts, switches.cells), { schema: publicationSchema })
  if (submission.status !== 'success')
    return { problems: { ...collectProblems(submission.error), ...switches.problems } }
  const { data } = submission.value
  const problems = { ...switches.problems, ...listDateProblems(data, publication, revisions) }
  if (Object.keys(problems).length > 0) return { problems }
  return publication ? planChange(publication, data) : planCreation(code ?? 0, data)
}

/**
 * Returns problems of the revision's date or version. The current revision must not be older than the others.
 */
function listDateProblems(
  { date, version }: PublicationData,
  publication: KnownPublication | undefined,
  revisions: readonly Revision[],
): Problems {
  if (date > toCivilDate(new Date())) return { date: [publicationMessages.dateInFuture] }
  if (!publication) return {}
  const isNewRevision = version !== publication.version
  if (!isNewRevision && date === publication.date) return {}
  const publicationRevisions = revisions.filter(({ publicationId }) => publicationId === publication.id)
  if (isNewRevision && publicationRevisions.some((revision) => revision.version === version))
    return { version: [publicationMessages.versionTaken] }
  const otherRevisions = publicationRevisions.filter(
    (revision) => isNewRevision || revision.version !== version,
  )
  const otherDates = otherRevisions.map((revision) => revision.date).toSorted()
  const latestDate = otherDates.at(-1) ?? ''
  return date < latestDate ? { date: [publicationMessages.dateBefore(latestDate)] } : {}
}

function planChange(publication: KnownPublication, data: PublicationData): PlannedChange {
  const { id, lock_version: seenVersion } = publication
  // Saving drops the note of the previous revision because it does not apply to a new revision.
  const isNoteOutdated = data.version !== publication.version && data.changes === publication.changes
  const after = isNoteOutdated ? { ...data, changes: null } : data
  const before = isNoteOutdated ? { ...publication, changes: null } : publication
  return {
    key: `#${id}`,
    targetId: id,
    changes: listDifferences(
      fields,
      formatPublicationTexts(toPublicationTexts(before)),
      formatPublicationTexts(toPublicationTexts(after)),
    ),
    async write({ actorUserId }) {
      const today = toCivilDate(new Date())
      const saveResult = await savePublication(id, after, {
        actorUserId,
        seenVersion,
        today,
        origin: 'import',
      })
      return saveResult ? id : null
    },
  }
}

function planCreation(legacyId: number, data: PublicationData): PlannedChange {
  return {
    key: String(legacyId),
    targetId: null,
    changes: null,
    write: ({ actorUserId, token }) =>
      createPublication(data, { actorUserId, token, legacyId, origin: 'import' }),
  }
}
