import { createHash, randomBytes } from 'node:crypto'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { makeCertificateNumber } from '#app/domain/subscriptions/certificate.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { recordColleagueAct } from '#app/models/accounts/colleagues/acting.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { getFileRequester, requestFile } from '#app/models/platform/prepared-file.server.ts'
import { selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** Maximum number of subscriptions on a certificate */
const MAX_ITEMS = 2_000

export type CertificateRequest = {
  profileId: number
  /** the customer or member of staff who may open the file */
  userId: number
  /** the colleague who requests the certificate for the company of `userId` */
  actorUserId?: number
  /** undefined certifies all active subscriptions */
  subscriptionId: number | undefined
  fileName: string
  today: CivilDate
}

/** Issues a certificate and returns the id of its file, or undefined if no subscription is active. */
export function issueCertificate(request: CertificateRequest, now = new Date()): Promise<number | undefined> {
  return withTransaction(async (trx) => {
    const items = await listCertifiableItems(trx, request)
    if (items.length === 0) return undefined
    const holder = await findHolder(trx, request.profileId)
    const certificateId = await insertCertificate(trx, { request, holder, items, now })
    await recordColleagueAct(trx, request, 'certificate-issued', { certificate: certificateId })
    return requestFile(trx, {
      kind: 'certificate',
      ...getFileRequester(request),
      facts: { certificateId },
      name: request.fileName,
      type: 'application/pdf',
    })
  })
}

export function listCertifiable(profileId: number, today: CivilDate) {
  return listCertifiableItems(db, { profileId, subscriptionId: undefined, today })
}

/** Returns the certificate with the present state of its items. */
export async function findCertificate(id: number, today: CivilDate) {
  const certificate = await db
    .selectFrom('certificates')
    .select(['id', 'number', 'holder_name', 'holder_document', 'issued_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return certificate && { ...certificate, items: await listItems(id, today) }
}

/** Returns only the data printed on the certificate, because the page is public. */
export async function findCertificateToCheck(number: string, today: CivilDate) {
  const certificate = await db
    .selectFrom('certificates')
    .select(['id', 'number', 'holder_name', 'issued_at'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!certificate) return undefined
  const { id, ...printedData } = certificate
  return { ...printedData, items: await listItems(id, today) }
}

function listItems(certificateId: number, today: CivilDate) {
  return db
    .selectFrom('certificate_items')
    .innerJoin('subscriptions', 'subscriptions.id', 'certificate_items.subscription_id')
    .where('certificate_id', '=', certificateId)
    .select([
      'certificate_items.id',
      'name',
      'version',
      'version_date',
      'airplane_registration as registration',
    ])
    .select(['airplane_serial_number as serialNumber', 'certificate_items.due'])
    .select(['subscriptions.due as due_now', 'subscriptions.status', 'suspended_at'])
    .select(selectOpenWithdrawal(today).as('withdrawal'))
    .orderBy('certificate_items.id')
    .limit(MAX_ITEMS)
    .execute()
}

type ItemSelection = Pick<CertificateRequest, 'profileId' | 'subscriptionId' | 'today'>
type Item = Awaited<ReturnType<typeof listCertifiableItems>>[number]

/** Returns active subscriptions, each with the publication's current revision. */
async function listCertifiableItems(reader: DbOrTrx, { profileId, subscriptionId, today }: ItemSelection) {
  const rows = await reader
    .selectFrom('subscriptions')
    .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
    .innerJoin('publications', 'publications.id', 'subscriptions.publication_id')
    .where('subscriptions.profile_id', '=', profileId)
    .where('suspended_at', 'is', null)
    .where(selectOpenWithdrawal(today), 'is', null)
    .where('due', '>=', today)
    .where('subscriptions.status', '!=', subscriptionStatus.expired)
    .$if(subscriptionId !== undefined, (units) => units.where('subscriptions.id', '=', subscriptionId ?? 0))
    .select(['subscriptions.id', 'order_lines.name', 'publications.version', 'publications.date', 'due'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .orderBy('order_lines.name')
    .orderBy('subscriptions.id')
    .limit(MAX_ITEMS)
    .execute()
  return rows.flatMap(({ due, ...row }) => (due === null ? [] : [{ ...row, due }]))
}

async function findHolder(trx: Trx, profileId: number) {
  const profile = await trx
    .selectFrom('profiles')
    .select(['is_company', 'name', 'company_name', 'cpf', 'cnpj'])
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow()
  return {
    name: (profile.is_company && profile.company_name) || profile.name,
    document: (profile.is_company ? profile.cnpj : profile.cpf) ?? '',
  }
}

type CertificateFacts = {
  request: CertificateRequest
  holder: { name: string; document: string }
  items: Item[]
  now: Date
}

/** Inserts a certificate. facts_hash is UNIQUE, so two concurrent requests create only one certificate. */
async function insertCertificate(
  trx: Trx,
  { request, holder, items, now }: CertificateFacts,
): Promise<number> {
  const { profileId, today } = request
  const factsText = JSON.stringify({ profileId, today, holder, items })
  const factsHash = createHash('sha256').update(factsText).digest('hex')
  const insertion = await trx
    .insertInto('certificates')
    .values({
      number: makeCertificateNumber(randomBytes(16)),
      profile_id: profileId,
      facts_hash: factsHash,
      holder_name: holder.name,
      holder_document: holder.document,
      issued_at: now,
    })
    // With last_insert_id, MySQL returns the id of the existing certificate as `insertId`.
    .onDuplicateKeyUpdate((eb) => ({ id: eb.fn('last_insert_id', ['certificates.id']) }))
    .executeTakeFirstOrThrow()
  const id = Number(insertion.insertId)
  await trx
    .insertInto('certificate_items')
    .ignore()
    .values(
      items.map((item) => ({
        certificate_id: id,
        subscription_id: item.id,
        name: item.name,
        version: item.version,
        version_date: item.date,
        airplane_registration: item.registration,
        airplane_serial_number: item.serialNumber,
        due: item.due,
      })),
    )
    .execute()
  return id
}
