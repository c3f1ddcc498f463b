import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { itemState } from '#app/domain/subscriptions/certificate.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import { findCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { findCopy, findUnit } from '#app/models/subscriptions/download.server.ts'

/**
 * A ready file, if this person may still open it (D34, D49, D53, D65): a copy while the subscription or partnership
 * lasts and its revision keeps the file, a receipt while paid, a certificate while an item is in force; none while in
 * withdrawal.
 */
export async function findOpenFile(id: number, viewer: Viewer | undefined, today: CivilDate) {
  const file = await findPreparedFile(id, viewer?.userId ?? null)
  if (!file?.file || file.state !== 'ready') return undefined
  const ready = { ...file, file: file.file }
  if (file.kind === 'copy') return viewer && openCopy(ready, viewer, today)
  if (file.kind === 'receipt' && !(await isPaid(Number(file.facts.orderId)))) return undefined
  if (file.kind === 'certificate' && !(await isInForce(Number(file.facts.certificateId), today)))
    return undefined
  return { ...ready, copyId: undefined }
}

type Ready = { id: number; file: string; facts: Record<string, unknown> }

async function openCopy<File extends Ready>(file: File, viewer: Viewer, today: CivilDate) {
  const copy = await findCopy(file.id)
  if (!copy || file.facts.source !== copy.file) return undefined
  const isOpen =
    copy.subscription_id === null
      ? viewer.isPartner && copy.active
      : (await findUnit(copy.subscription_id, viewer.profileId, today))?.isOpen
  return isOpen ? { ...file, copyId: copy.id } : undefined
}

async function isPaid(orderId: number): Promise<boolean> {
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  return order?.status === orderStatus.confirmed
}

async function isInForce(certificateId: number, today: CivilDate): Promise<boolean> {
  const certificate = await findCertificate(certificateId, today)
  const states = (certificate?.items ?? []).map(({ due_now: due, status, suspended_at, withdrawal }) =>
    itemState({ due, status, isSuspended: suspended_at !== null, isWithdrawn: withdrawal !== null }, today),
  )
  return states.includes('in-force') && !states.includes('withdrawn')
}
