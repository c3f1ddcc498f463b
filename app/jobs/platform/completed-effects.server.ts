import type { JobEvent } from '#app/domain/platform/job-event.ts'
import { journal } from '#app/gateways/delivery-journal.server.ts'
import { log } from '#app/log.server.ts'
import { isMailSent } from '#app/models/backoffice/mail.server.ts'
import { areRowsClosed } from '#app/models/platform/outbox.server.ts'

const MAX_REMEMBERED = 10_000
/** effects that this worker completed, but whose rows may still be open */
const completedKeys = new Set<string>()
/** mails that this worker delivered */
const deliveredKeys = new Set<string>()

/** Returns a key that is unique even after a restore. A restore may repeat ids, but not with the same time. */
export function makeEventKey({ id, created_at }: { id: number; created_at: Date }): string {
  return `${id}@${created_at.getTime()}`
}

export function isCompleted(key: string): boolean {
  return completedKeys.has(key)
}

export function rememberCompleted(key: string): void {
  rememberKey(completedKeys, key)
}

export function clearCompleted(key: string): void {
  completedKeys.delete(key)
  deliveredKeys.delete(key)
}

/** Records the delivery in the journal. Must run before any database statement. */
export async function rememberDelivered({ id, key }: JobEvent): Promise<void> {
  if (key === undefined) return
  rememberKey(deliveredKeys, key)
  await journal.append(key).catch((error) => logUnusableJournal(error, id))
}

/**
 * Returns true if an earlier attempt of any worker delivered the mail. Returns false if the journal is
 * unreadable, because two mails are better than none.
 */
export async function wasDelivered({ id, key, attempt = 1 }: JobEvent): Promise<boolean> {
  if (key === undefined || attempt <= 1) return false
  if (deliveredKeys.has(key) || (await isMailSent(id))) return true
  return journal.has(key).catch((error) => {
    logUnusableJournal(error, id)
    return false
  })
}

/** Deletes journal files whose rows are all closed. */
export async function pruneJournal(now = new Date()): Promise<void> {
  await journal.prune(now, (keys) => areRowsClosed(keys.map((key) => Number.parseInt(key, 10))))
}

function rememberKey(keys: Set<string>, key: string): void {
  keys.add(key)
  for (const oldestKey of keys) {
    if (keys.size <= MAX_REMEMBERED) return
    keys.delete(oldestKey)
  }
}

function logUnusableJournal(error: unknown, eventId: number): void {
  log.warn({ err: error, eventId }, 'journal of deliveries not usable')
}
