import { parseWithZod } from '@conform-to/zod/v4'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { publicationSchema } from '#app/forms/publication.ts'
import {
  buildLineForm,
  type Coming,
  collectProblems,
  differences,
  type Importer,
  type Verdict,
} from '#app/import/csv/importer.ts'
import type { Cells } from '#app/import/csv/read-csv.server.ts'
import { readSwitches } from '#app/import/csv/switches.ts'
import {
  type KnownPublication,
  listPublicationsByNumber,
  listRevisionsByPublication,
} from '#app/models/backoffice/import/csv-lookups.server.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import {
  createPublication,
  type PublicationFacts,
  savePublication,
} from '#app/models/catalogue/publication-edit.server.ts'
import { csvColumns } from '#app/text/backoffice/csv-columns.ts'
import { csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'
import {
  newPublicationTexts,
  publicationLabels,
  publicationMessages,
  publicationTexts,
  readableTexts,
} from '#app/text/catalogue/publication-labels.ts'

const MAX_NUMBER = 4_294_967_295
const fields = Object.keys(publicationLabels)

type Revision = Awaited<ReturnType<typeof listRevisionsByPublication>>[number]
type Stored = { known: readonly KnownPublication[]; revisions: readonly Revision[] }

/** Finds publications by the shop's or the company's number. An unknown company number adds one (D95). */
export const judgePublications: Importer = async (lines) => {
  const numbers = lines.map((cells) => ({ id: parseNumber(cells.id), code: parseNumber(cells.code) }))
  const known = await listPublicationsByNumber({
    ids: numbers.flatMap(({ id }) => id ?? []),
    legacyIds: numbers.flatMap(({ code }) => code ?? []),
  })
  const revisions = await listRevisionsByPublication(known.map(({ id }) => id))
  return lines.map((cells) => judge(cells, { known, revisions }))
}

/** Parses a number: undefined for an empty cell, null for other text. */
function parseNumber(text = ''): number | null | undefined {
  if (text === '') return undefined
  const number = /^\d{1,10}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= MAX_NUMBER ? number : null
}

function judge({ id: idText, code: codeText, ...typed }: Cells, { known, revisions }: Stored): Verdict {
  const [id, code] = [parseNumber(idText), parseNumber(codeText)]
  if (id === null || code === null)
    return { problems: { [id === null ? 'id' : 'code']: [csvLineProblems.number] } }
  if (id === undefined && code === undefined) return { problems: { code: [csvLineProblems.noKey] } }
  const publication = known.find((each) => (id === undefined ? each.legacyId === code : each.id === id))
  if (id !== undefined && !publication) return { problems: { id: [csvLineProblems.unknownNumber] } }
  if (id !== undefined && code !== undefined && publication?.legacyId !== code)
    return { problems: { code: [csvLineProblems.otherCode] } }
  const read = readSwitches(typed, csvColumns.publications)
  const texts = publication ? publicationTexts(publication) : newPublicationTexts
  const submission = parseWithZod(buildLineForm(texts, read.cells), { schema: publicationSchema })
  if (submission.status !== 'success')
    return { problems: { ...collectProblems(submission.error), ...read.problems } }
  const { facts } = submission.value
  const problems = { ...read.problems, ...listDateProblems(facts, publication, revisions) }
  if (Object.keys(problems).length > 0) return { problems }
  return publication ? planChange(publication, facts) : planCreation(code ?? 0, facts)
}

function listDateProblems(
  { date, version }: PublicationFacts,
  publication: KnownPublication | undefined,
  revisions: readonly Revision[],
): Problems {
  if (date > civilDateIn(new Date())) return { date: [publicationMessages.dateInFuture] }
  if (!publication) return {}
  const isNew = version !== publication.version
  if (!isNew && date === publication.date) return {}
  const own = revisions.filter(({ publicationId }) => publicationId === publication.id)
  if (isNew && own.some((each) => each.version === version))
    return { version: [publicationMessages.versionTaken] }
  const others = own.filter((each) => isNew || each.version !== version)
  const latest =
    others
      .map((each) => each.date)
      .toSorted()
      .at(-1) ?? ''
  return date < latest ? { date: [publicationMessages.dateBefore(latest)] } : {}
}

function planChange(publication: KnownPublication, facts: PublicationFacts): Coming {
  const { id, lock_version: seen } = publication
  // The previous revision's note does not apply to a new one, and saving drops it, too.
  const isNoteLeft = facts.version !== publication.version && facts.changes === publication.changes
  const after = isNoteLeft ? { ...facts, changes: null } : facts
  const before = isNoteLeft ? { ...publication, changes: null } : publication
  return {
    key: `#${id}`,
    targetId: id,
    changes: differences(
      fields,
      readableTexts(publicationTexts(before)),
      readableTexts(publicationTexts(after)),
    ),
    async write({ actorUserId }) {
      const today = civilDateIn(new Date())
      const saveResult = await savePublication(id, after, { actorUserId, seen, today, origin: 'import' })
      return saveResult ? id : null
    },
  }
}

function planCreation(legacyId: number, facts: PublicationFacts): Coming {
  return {
    key: String(legacyId),
    targetId: null,
    changes: null,
    write: ({ actorUserId, token }) =>
      createPublication(facts, { actorUserId, token, legacyId, origin: 'import' }),
  }
}
