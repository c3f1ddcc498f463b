import { toWirePublication } from '#app/api/wire/publication.ts'
import { countFilterChoices } from '#app/domain/catalogue/catalogue-filter.ts'
import type { PublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import { paths } from '#app/paths.ts'
import { coverSize } from '#app/routes/shop/catalogue/cover-drawing.ts'
import { makeCoverStamp } from '#app/routes/shop/catalogue/cover-stamp.ts'
import { listChoices } from '#app/routes/shop/catalogue/filter-fields.tsx'
import type { loader as loadPublication } from '#app/routes/shop/catalogue/publication.tsx'
import { describePublication, formatPublicationData } from '#app/routes/shop/catalogue/publication-data.ts'
import type { loader as loadPublications } from '#app/routes/shop/catalogue/publications.tsx'
import { convertFlags, select, type Visitor } from './database.ts'
import { makeRenderer } from './page.tsx'

const ROWS_PER_PAGE = 20
const MAX_RELATED = 6
const listPage = makeRenderer<typeof loadPublications>('routes/shop/catalogue/publications')
const publicationPage = makeRenderer<typeof loadPublication>('routes/shop/catalogue/publication')
const publicationColumns = `id, name, applicability, version, date, price, price_signature, weight, is_signature, is_download,
  has_airplane_info, has_photo_upload`
const flagColumns = ['is_signature', 'is_download', 'has_airplane_info', 'has_photo_upload'] as const

type Row = {
  id: number
  name: string
  applicability: string
  version: string
  date: string
  price: number
  is_signature: boolean
  is_download: boolean
  has_airplane_info: boolean
  has_photo_upload: boolean
}
type PublicationDetail = Row & { description: string | null; lock_version: number }

type SearchCondition = { condition: string; values: string[] }

function buildSearch(search: string): SearchCondition {
  const terms = search.split(/\s+/).filter(Boolean)
  return {
    condition: ['active = 1', ...terms.map(() => '(name like ? or applicability like ?)')].join(' and '),
    values: terms.flatMap((term) => [`%${term}%`, `%${term}%`]),
  }
}

export async function renderList(url: URL, visitorPromise: Promise<Visitor | undefined>): Promise<string> {
  const page = Number(url.searchParams.get('page') ?? 1)
  const search = url.searchParams.get('search') ?? ''
  const { condition, values } = buildSearch(search)
  const [visitor, rows, choiceCounts, models] = await Promise.all([
    visitorPromise,
    select<Row>(
      `select ${publicationColumns} from publications where ${condition} order by id desc limit ? offset ?`,
      [...values, ROWS_PER_PAGE, (page - 1) * ROWS_PER_PAGE],
    ),
    select<{ kind: PublicationKind; is_signature: boolean; is_download: boolean; count: number }>(
      `select kind, is_signature, is_download, count(*) as count from publications where ${condition}
       group by kind, is_signature, is_download`,
      values,
    ),
    select<{ model: string; count: number }>(
      `select min(model) as model, count(distinct publication_id) as count from publication_models
       join publications on publications.id = publication_id where ${condition} group by model order by model`,
      values,
    ),
  ])
  const count = choiceCounts.reduce((total, choice) => total + choice.count, 0)
  const aircraftCounts = new Map(models.map(({ model, count: titles }) => [model, titles]))
  const noFilters = { aircraft: undefined, kind: undefined, form: undefined, sale: undefined }
  const filter = { ...noFilters, search, page, serial: '', sort: 'newest' } as const
  return listPage(url, visitor, {
    rows: convertFlags(rows, flagColumns),
    count,
    found: count,
    unfit: 0,
    likely: undefined,
    pages: Math.max(1, Math.ceil(count / ROWS_PER_PAGE)),
    query: filter,
    page,
    search,
    idsInCart: listCartIds(visitor),
    similarSearches: [],
    choices: listChoices({ ...countFilterChoices(choiceCounts), aircraft: aircraftCounts }, filter),
  })
}

function listCartIds(visitor: Visitor | undefined): number[] {
  return visitor?.inCart?.split(',').map(Number) ?? []
}

type Revision = { id: number; version: string; date: string; file_bytes: number | null }
type PageFile = { id: number; kind: string; type: string; bytes: number; width: number; height: number }

export async function renderPublication(
  url: URL,
  visitorPromise: Promise<Visitor | undefined>,
): Promise<string> {
  const id = Number(url.pathname.split('/')[2])
  const [visitor, detailRows, models, revisions, files, relatedRows] = await Promise.all([
    visitorPromise,
    select<PublicationDetail>(
      `select ${publicationColumns}, kind, description, contents, lock_version from publications where id = ? and active = 1`,
      [id],
    ),
    select<{ model: string }>(
      `select model, serial_from as \`from\`, serial_to as \`to\` from publication_models
       where publication_id = ? order by id`,
      [id],
    ),
    select<Revision>(
      `select id, version, date, changes, file_bytes from revisions where publication_id = ?
       order by date desc, id desc limit 200`,
      [id],
    ),
    select<PageFile>(
      'select id, kind, type, bytes, width, height from publication_files where publication_id = ?',
      [id],
    ),
    select<Row>(
      `select publications.id, name, version, date, price, is_signature, is_download from publications
       join publication_models on publication_models.publication_id = publications.id
       where active = 1 and publications.id != ? and publications.id in (select shared.publication_id
         from publication_models shared join publication_models own on own.model = shared.model
         where own.publication_id = ?)
       group by publications.id order by count(*), publications.id desc limit ?`,
      [id, id, MAX_RELATED],
    ),
  ])
  const [publication] = convertFlags(detailRows, flagColumns)
  if (!publication) throw new Error(`no publication ${id}`)
  const cover = files.find((file) => file.kind === 'cover')
  const sample = files.find((file) => file.kind === 'sample')
  const modelNames = [...new Set(models.map(({ model }) => model))]
  const stamp = makeCoverStamp({ id, lock_version: publication.lock_version, coverId: cover?.id })
  const description = publication.description ?? describePublication(publication)
  const coverPath = paths.publicationCover(id, { stamp })
  return publicationPage(url, visitor, {
    publication,
    isInCart: listCartIds(visitor).includes(id),
    serialAnswer: undefined,
    structuredData: formatPublicationData(
      { ...publication, description, cover: coverPath, models: modelNames },
      process.env.PUBLIC_URL ?? '',
    ),
    models,
    modelNames,
    related: convertFlags(relatedRows, ['is_signature', 'is_download']),
    revisions,
    fileBytes: revisions[0]?.file_bytes ?? null,
    cover: {
      stamp,
      isDrawn: cover === undefined,
      width: cover?.width ?? coverSize.width,
      height: cover?.height ?? coverSize.height,
    },
    sample: sample && { type: sample.type, bytes: sample.bytes },
  })
}

export async function renderApiList(
  url: URL,
  visitorPromise: Promise<{ id: number } | undefined>,
): Promise<string> {
  const page = Number(url.searchParams.get('page') ?? 1)
  const [caller, rows, countRows] = await Promise.all([
    visitorPromise,
    select<Parameters<typeof toWirePublication>[0]>(
      `select ${publicationColumns}, is_sent_immediately, active, photo_subject, photo_note, updated_at, legacy_id,
       exists (select 1 from publication_files where publication_id = publications.id and kind = 'sample') as hasSample
       from publications where active = 1 order by id desc limit ? offset ?`,
      [ROWS_PER_PAGE, (page - 1) * ROWS_PER_PAGE],
    ),
    select<{ count: number }>('select count(*) as count from publications where active = 1'),
  ])
  if (!caller) throw new Error('unknown token')
  const count = countRows[0]?.count ?? 0
  const results = convertFlags(rows, [...flagColumns, 'is_sent_immediately', 'active']).map((row) =>
    toWirePublication(row),
  )
  const lastRow = rows.at(-1)
  const cursorParts = lastRow && ['-id', lastRow.id, lastRow.updated_at.getTime(), count]
  const next =
    page * ROWS_PER_PAGE < count ? Buffer.from(JSON.stringify(cursorParts)).toString('base64url') : null
  return JSON.stringify({ count, pages: Math.ceil(count / ROWS_PER_PAGE), next, results })
}
