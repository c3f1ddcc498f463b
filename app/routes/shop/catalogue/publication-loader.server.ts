import { evaluateApplicability, findModelsBySerial } from '#app/domain/catalogue/applicability.ts'
import { findPublication } from '#app/models/catalogue/publication.server.ts'
import {
  listModels,
  listModelsByPublication,
  listTitlesForSameModels,
} from '#app/models/catalogue/publication-models.server.ts'
import { listPageFiles } from '#app/models/catalogue/publication-page.server.ts'
import { listRevisions } from '#app/models/catalogue/revision.server.ts'
import { cacheUntilChange } from '#app/models/platform/catalogue-version/version.server.ts'
import { coverSize } from '#app/routes/shop/catalogue/cover-drawing.ts'
import { makeCoverStamp } from '#app/routes/shop/catalogue/cover-stamp.ts'
import type { SerialAnswer } from '#app/routes/shop/catalogue/serial-check.tsx'

const MAX_RELATED = 6

/** Returns a publication on sale with the data of its page, cached in the process (D110). */
export const findPublicationPage = cacheUntilChange(async (id: number) => {
  const publication = await findPublication(id)
  return publication && { publication, page: await loadPage(publication) }
})

/** Returns further data of the page. Omits the names of files that are sold. */
async function loadPage({ id, lock_version }: { id: number; lock_version: number }) {
  const [models, revisions, { cover, sample }] = await Promise.all([
    listModels(id),
    listRevisions(id),
    listPageFiles(id),
  ])
  const modelNames = [...new Set(models.map(({ model }) => model))]
  const related = modelNames.length > 0 ? await listTitlesForSameModels(id, modelNames, MAX_RELATED) : []
  const currentRevision = revisions[0]
  return {
    models,
    modelNames,
    related,
    revisions: revisions.map(({ id: revision, version, date, changes }) => ({
      id: revision,
      version,
      date,
      changes,
    })),
    fileBytes: currentRevision?.hasFile ? currentRevision.file_bytes : null,
    cover: {
      stamp: makeCoverStamp({ id, lock_version, coverId: cover?.id }),
      isDrawn: cover === undefined,
      width: cover?.width ?? coverSize.width,
      height: cover?.height ?? coverSize.height,
    },
    sample: sample && { type: sample.type, bytes: sample.bytes },
  }
}

/**
 * Returns whether the publication fits a serial number; undefined for an empty number. Compares the models of
 * the whole catalogue, because the number may belong to a model of another publication (D80).
 */
export async function checkSerial(publicationId: number, serial: string): Promise<SerialAnswer | undefined> {
  if (serial === '') return undefined
  const rangesByPublication = await listModelsByPublication()
  const matchingModels = findModelsBySerial(serial, [...rangesByPublication.values()].flat())
  const model = matchingModels.length === 1 ? matchingModels[0] : undefined
  return {
    serial,
    model,
    applicability: evaluateApplicability(
      rangesByPublication.get(publicationId) ?? [],
      { serial },
      matchingModels,
    ),
  }
}
