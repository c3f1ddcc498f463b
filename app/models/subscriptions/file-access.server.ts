import { canOpenFileKind } from '#app/domain/accounts/colleagues.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { getItemState } from '#app/domain/subscriptions/certificate.ts'
import { resolveAccount } from '#app/models/accounts/colleagues/acting.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findPreparedFile } from '#app/models/platform/prepared-file.server.ts'
import { findCertificate } from '#app/models/subscriptions/certificate.server.ts'
import { findCopy, findDownloadUnit } from '#app/models/subscriptions/download.server.ts'

/**
 * Returns a ready file if this person may still open it. Copies need a subscription or a partnership, receipts a
 * paid order, and certificates an active item. A withdrawal closes all these files.
 */
export async function findOpenFile(id: number, viewer: Viewer | undefined, today: CivilDate) {
  const file = await findRequestedFile(id, viewer)
  if (!file?.file || file.state !== 'ready') return undefined
  const readyFile = { ...file, file: file.file }
  if (file.kind === 'copy') return viewer && openCopy(readyFile, viewer, today)
  if (file.kind === 'receipt') {
    const isPaid = await isOrderPaid(Number(file.facts.orderId))
    if (!isPaid) return undefined
  }
  if (file.kind === 'certificate') {
    const isInForce = await isCertificateInForce(Number(file.facts.certificateId), today)
    if (!isInForce) return undefined
  }
  return { ...readyFile, copyId: undefined }
}

/** Returns a file that the person requested, in any state. Company files require an allowed role. */
export async function findRequestedFile(id: number, viewer: Viewer | undefined) {
  const account = viewer && resolveAccount(viewer)
  const isActing = account?.actorUserId !== account?.userId
  const forProfileId = isActing ? account?.profileId : undefined
  const file = await findPreparedFile(id, viewer ? { userId: viewer.userId, forProfileId } : null)
  if (file && isStaffFile(file.kind) && !viewer?.isStaff) return undefined
  const isCompanyFile = typeof file?.for_profile_id === 'number'
  return isCompanyFile && !canOpenFileKind(account?.role ?? 'owner', file.kind) ? undefined : file
}

/** Returns true for files about many people. A person who is no longer staff cannot open such files. */
export function isStaffFile(kind: string): boolean {
  return kind === 'report' || kind === 'labels'
}

type ReadyFile = {
  id: number
  file: string
  facts: Record<string, unknown>
  for_profile_id: number | null
}

async function openCopy<File extends ReadyFile>(file: File, viewer: Viewer, today: CivilDate) {
  const copy = await findCopy(file.id)
  // Copies of a revision's former file do not open after the file was replaced.
  if (!copy || file.facts.source !== copy.file) return undefined
  const openFile = { ...file, copyId: copy.id }
  if (copy.subscription_id === null) return viewer.isPartner && copy.active ? openFile : undefined
  const profileId = file.for_profile_id ?? viewer.profileId
  const unit = await findDownloadUnit(copy.subscription_id, profileId, today)
  return unit?.isOpen ? openFile : undefined
}

async function isOrderPaid(orderId: number): Promise<boolean> {
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  return order?.status === orderStatus.confirmed
}

async function isCertificateInForce(certificateId: number, today: CivilDate): Promise<boolean> {
  const certificate = await findCertificate(certificateId, today)
  const items = certificate?.items ?? []
  const states = items.map(({ due_now: due, status, suspended_at, withdrawal }) => {
    const item = { due, status, isSuspended: suspended_at !== null, isWithdrawn: withdrawal !== null }
    return getItemState(item, today)
  })
  return states.includes('in-force') && !states.includes('withdrawn')
}
