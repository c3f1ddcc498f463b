import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { canDownload, findRevisionToOpen, isStampable } from '#app/domain/subscriptions/download.ts'
import { getActingColleague } from '#app/models/accounts/colleagues/acting.server.ts'
import { matchesTitle } from '#app/models/catalogue/publication-search.server.ts'
import { listRevisions } from '#app/models/catalogue/revision.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import {
  type FileRequest,
  getFileRequester,
  requestFile,
  shareFile,
} from '#app/models/platform/prepared-file.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** The text stamped on each page. `document` is a CPF or CNPJ without punctuation. */
export type StampText = AircraftName & {
  name: string
  document: string
  email: string
  orderId: number | null
  /** the colleague who requested the copy for the company */
  person?: string | undefined
}

type DownloadEntry = {
  copyId: number
  userId: number
  bytes: number
  isStamped: boolean
  isFromStart: boolean
}

const DAY_MS = 24 * 3_600_000

/** The owner of a copy; `actorUserId` is a colleague who acts for that company. */
export type FileHolder = { userId: number; profileId: number; actorUserId?: number }

/** Returns a customer's download and the revision to open; undefined if unknown, suspended or printed. */
export async function findDownloadUnit(
  id: number,
  profileId: number,
  today: CivilDate,
  reader: DbOrTrx = db,
) {
  const unit = await reader
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .where('subscriptions.id', '=', id)
    .where('subscriptions.profile_id', '=', profileId)
    .select([
      'subscriptions.id',
      'subscriptions.status',
      'due',
      'suspended_at',
      'subscriptions.publication_id',
    ])
    .select(['order_lines.name', 'order_lines.order_id', 'order_lines.version as version_sold'])
    .select(['order_lines.is_download', 'order_lines.is_signature'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .select(['publications.version as current_version', 'publications.date as current_date'])
    .select(selectOpenWithdrawal(today).as('withdrawal'))
    .executeTakeFirst()
  if (!unit?.is_download || unit.suspended_at) return undefined
  const revisions = await listRevisions(unit.publication_id, reader)
  const soldCopy = { isSignature: unit.is_signature, versionSold: unit.version_sold }
  const isWithdrawn = unit.withdrawal !== null
  const isOpen = canDownload({ ...unit, isDownload: true, isSuspended: false, isWithdrawn }, today)
  return { ...unit, isOpen, revision: isOpen ? findRevisionToOpen(soldCopy, revisions) : undefined }
}

/** Requests or reuses a stamped copy and returns its file's id. Returns undefined if the unit opens no revision. */
export function requestUnitCopy(id: number, holder: FileHolder, today: CivilDate, now = new Date()) {
  return withTransaction(async (trx) => {
    const owner = await lockHolder(trx, holder)
    const unit = await findDownloadUnit(id, holder.profileId, today, trx)
    if (!unit?.revision) return undefined
    const { registration, serialNumber } = unit
    const stamp = { ...owner, orderId: unit.order_id, registration, serialNumber }
    const revision = { ...unit.revision, publicationId: unit.publication_id }
    return prepareCopy(trx, { holder, subscriptionId: id, revision, stamp, today, now })
  })
}

/** Requests a stamped copy of a publication's newest file for a partner. Returns undefined if it is not on sale. */
export function requestPartnerCopy(
  publicationId: number,
  holder: FileHolder,
  today: CivilDate,
  now = new Date(),
) {
  return withTransaction(async (trx) => {
    const owner = await lockHolder(trx, holder)
    if (!owner.isPartner || !(await isOnSale(trx, publicationId))) return undefined
    const newestRevision = (await listRevisions(publicationId, trx)).find(({ hasFile }) => hasFile)
    if (!newestRevision) return undefined
    const stamp = { ...owner, orderId: null, registration: null, serialNumber: null }
    const revision = { ...newestRevision, publicationId }
    return prepareCopy(trx, { holder, subscriptionId: null, revision, stamp, today, now })
  })
}

/** Returns publications on sale by name, each with its newest revision that has a file, if any. */
export async function listPartnerDownloads(search = '') {
  return db
    .selectFrom('publications')
    .where('active', '=', true)
    .where(matchesTitle(search, ['publications.name', 'publications.applicability']))
    .leftJoin('revisions', (join) =>
      join.on('revisions.id', '=', (eb) =>
        eb
          .selectFrom('revisions as newest')
          .select((newest) => newest.fn.max('newest.id').as('id'))
          .whereRef('newest.publication_id', '=', 'publications.id')
          .where('newest.file', 'is not', null),
      ),
    )
    .select(['publications.id', 'name', 'applicability', 'publications.version', 'publications.date'])
    .select(['revisions.version as file_version', 'revisions.date as file_date'])
    .orderBy('name')
    .orderBy('publications.id')
    .limit(5000)
    .execute()
}

export async function findCopy(preparedFileId: number) {
  const copy = await db
    .selectFrom('copies')
    .innerJoin('revisions', 'revisions.id', 'copies.revision_id')
    .innerJoin('publications', 'publications.id', 'copies.publication_id')
    .select(['copies.id', 'copies.number', 'copies.made_on', 'stamp', 'subscription_id', 'copies.profile_id'])
    .select([
      'copies.publication_id',
      'publications.active',
      'revisions.version',
      'file',
      'file_type',
      'file_bytes',
    ])
    .where('prepared_file_id', '=', preparedFileId)
    .executeTakeFirst()
  return copy && { ...copy, stamp: parseStamp(copy.stamp) }
}

/** Records a download permanently. Skips later parts of the same download within a day. */
export async function logDownload(entry: DownloadEntry, now = new Date()) {
  const { copyId, userId, bytes, isStamped, isFromStart } = entry
  if (!isFromStart && (await isDownloadLogged(entry, new Date(now.getTime() - DAY_MS)))) return
  await db
    .insertInto('downloads')
    .values({ copy_id: copyId, user_id: userId, bytes, is_stamped: isStamped })
    .execute()
}

async function isDownloadLogged({ copyId, userId }: DownloadEntry, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('downloads')
    .select('id')
    .where('copy_id', '=', copyId)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function listDownloads(subscriptionId: number) {
  return db
    .selectFrom('downloads')
    .innerJoin('copies', 'copies.id', 'downloads.copy_id')
    .innerJoin('revisions', 'revisions.id', 'copies.revision_id')
    .select(['downloads.id', 'downloads.created_at', 'copies.number', 'revisions.version'])
    .select('downloads.user_id')
    .where('copies.subscription_id', '=', subscriptionId)
    .orderBy('downloads.id', 'desc')
    .limit(10)
    .execute()
}

type Revision = Awaited<ReturnType<typeof listRevisions>>[number] & { publicationId: number }
type CopyRequest = {
  holder: FileHolder
  subscriptionId: number | null
  revision: Revision
  stamp: StampText
  today: CivilDate
  now: Date
}

async function prepareCopy(trx: Trx, request: CopyRequest): Promise<number> {
  const { holder, subscriptionId, revision, today, now } = request
  const stamp = JSON.stringify(pickStamp(request.stamp))
  const usableFileId = await findUsableCopy(trx, request, stamp)
  if (usableFileId !== undefined) return usableFileId
  const { profileId } = holder
  const number = await findNextCopyNumber(trx, profileId, revision.publicationId)
  const fileId = await requestCopyFile(trx, { holder, revision, number, now })
  await trx
    .insertInto('copies')
    .values({
      profile_id: profileId,
      publication_id: revision.publicationId,
      revision_id: revision.id,
      subscription_id: subscriptionId,
      number,
      prepared_file_id: fileId,
      stamp,
      made_on: today,
      person_user_id: getActingColleague(holder) ?? null,
    })
    .execute()
  return fileId
}

/** Returns the file id of an equal copy for the same person if the file is available for at least another hour. */
async function findUsableCopy(
  trx: Trx,
  { holder, subscriptionId, revision, now }: CopyRequest,
  stamp: string,
) {
  const person = getActingColleague(holder)
  const rows = await trx
    .selectFrom('copies')
    .innerJoin('prepared_files', 'prepared_files.id', 'copies.prepared_file_id')
    .select(['prepared_file_id', 'stamp', 'failed_at', 'expires_at', 'facts'])
    .where('profile_id', '=', holder.profileId)
    .where('person_user_id', person === undefined ? 'is' : '=', person ?? null)
    .where('revision_id', '=', revision.id)
    .where((eb) =>
      subscriptionId === null
        ? eb('subscription_id', 'is', null)
        : eb('subscription_id', '=', subscriptionId),
    )
    .orderBy('copies.id', 'desc')
    .limit(5)
    .execute()
  const hourFromNow = new Date(now.getTime() + 3_600_000)
  const usableCopy = rows.find((row) => {
    const isFileAvailable = row.failed_at === null && row.expires_at > hourFromNow
    const hasSameSource = JSON.parse(row.facts).source === revision.file
    return isFileAvailable && hasSameSource && JSON.stringify(pickStamp(parseStamp(row.stamp))) === stamp
  })
  return usableCopy?.prepared_file_id
}

type CopyFileRequest = { holder: FileHolder; revision: Revision; number: number; now: Date }

/** Requests a stamped file, or shares the original if its type cannot be stamped. Returns the file's id. */
function requestCopyFile(trx: Trx, { holder, revision, number, now }: CopyFileRequest): Promise<number> {
  const { file, file_name: name, file_type: type, file_bytes: bytes } = revision
  if (file === null || name === null || type === null) throw new Error('the revision has no file')
  const facts = { source: file, publication: revision.publicationId, number }
  const request: FileRequest = { kind: 'copy', ...getFileRequester(holder), facts, name, type }
  if (isStampable(type)) return requestFile(trx, request, now)
  return shareFile(trx, request, { file, bytes: bytes ?? 0 }, now)
}

/** Returns the next copy number of a customer for a publication. The caller must lock the profile before. */
async function findNextCopyNumber(trx: Trx, profileId: number, publicationId: number): Promise<number> {
  const { last } = await trx
    .selectFrom('copies')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('profile_id', '=', profileId)
    .where('publication_id', '=', publicationId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

async function lockHolder(trx: Trx, holder: FileHolder) {
  const row = await trx
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['is_company', 'name', 'company_name', 'cpf', 'cnpj', 'email', 'is_partner'])
    .where('profiles.id', '=', holder.profileId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    name: (row.is_company && row.company_name) || row.name,
    document: (row.is_company ? row.cnpj : row.cpf) ?? '',
    email: row.email,
    isPartner: row.is_partner,
    person: await findPersonName(trx, getActingColleague(holder)),
  }
}

async function findPersonName(trx: Trx, userId: number | undefined): Promise<string | undefined> {
  if (userId === undefined) return undefined
  const { name } = await trx
    .selectFrom('profiles')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}

async function isOnSale(trx: Trx, publicationId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('publications')
    .select('active')
    .where('id', '=', publicationId)
    .executeTakeFirst()
  return row?.active ?? false
}

/** Returns the text to store. The serial number is part of it only where it names the aircraft. */
function pickStamp({ name, document, email, orderId, registration, serialNumber, person }: StampText) {
  return {
    ...{ name, document, email, orderId, registration },
    ...(registration === null && serialNumber !== null ? { serialNumber } : {}),
    ...(person === undefined ? {} : { person }),
  }
}

function parseStamp(text: string): StampText {
  const { name, document, email, orderId, registration, serialNumber, person } = JSON.parse(text)
  return {
    name: String(name),
    document: String(document),
    email: String(email),
    orderId: typeof orderId === 'number' ? orderId : null,
    registration: typeof registration === 'string' ? registration : null,
    serialNumber: typeof serialNumber === 'string' ? serialNumber : null,
    person: typeof person === 'string' ? person : undefined,
  }
}
