import { randomBytes } from 'node:crypto'
import { type MailTopic, mailTopics } from '#app/domain/accounts/mailbox/mail-topic.ts'
import { isDeactivated, lockUser } from '#app/models/accounts/user.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import type { StaleCheck } from '#app/models/platform/optimistic-lock.server.ts'

const columns = { reminders: 'reminders_off_at', revisions: 'revisions_off_at' } as const

export type DeclinedTopics = Record<MailTopic, Date | null>
export type Mailbox = { declinedTopics: DeclinedTopics; refusedAt: Date | null }

/** Returns the token for links in mails, stored unencrypted because they must work for years. */
export async function getMailboxToken(userId: number): Promise<string> {
  const knownToken = await findToken(userId)
  if (knownToken !== undefined) return knownToken
  await db.insertInto('mailboxes').ignore().values(makeMailboxRow(userId)).execute()
  return (await findToken(userId)) ?? ''
}

async function findToken(userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('mailboxes')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.token
}

export function makeMailboxRow(userId: number) {
  return { user_id: userId, token: randomBytes(16).toString('base64url') }
}

export async function hasDeclined(userId: number, topic: MailTopic): Promise<boolean> {
  return (await findMailbox(userId)).declinedTopics[topic] !== null
}

export async function findMailbox(userId: number): Promise<Mailbox> {
  const row = await selectMailboxes().where('user_id', '=', userId).executeTakeFirst()
  return row ? toMailbox(row) : { declinedTopics: { reminders: null, revisions: null }, refusedAt: null }
}

/** Returns the mailbox of a token; undefined for unknown tokens and accounts that receive no mail. */
export async function findMailboxByToken(token: string): Promise<(Mailbox & { userId: number }) | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined
  const row = await selectMailboxes()
    .innerJoin('users', 'users.id', 'mailboxes.user_id')
    .select(['mailboxes.user_id as userId', 'is_active', 'is_demonstration'])
    .where('token', '=', token)
    .executeTakeFirst()
  return row && !isDeactivated(row) ? { userId: row.userId, ...toMailbox(row) } : undefined
}

function selectMailboxes() {
  return db.selectFrom('mailboxes').select(['reminders_off_at', 'revisions_off_at', 'refused_at'])
}

type Row = { reminders_off_at: Date | null; revisions_off_at: Date | null; refused_at: Date | null }

function toMailbox({ reminders_off_at: reminders, revisions_off_at: revisions, refused_at }: Row): Mailbox {
  return { declinedTopics: { reminders, revisions }, refusedAt: refused_at }
}

export type TopicChoices = Partial<Record<MailTopic, boolean>>

/** Sets which mails the account receives. `by: 'link'` means anybody with a link from its mails. */
export function saveTopics(
  userId: number,
  wishes: TopicChoices,
  by: 'account' | 'link',
  check?: StaleCheck<Pick<Mailbox, 'declinedTopics'>>,
): Promise<MailTopic[]> {
  return withTransaction(async (trx) => {
    await lockUser(trx, userId)
    await trx.insertInto('mailboxes').ignore().values(makeMailboxRow(userId)).execute()
    const before = await trx
      .selectFrom('mailboxes')
      .select(['reminders_off_at', 'revisions_off_at', 'refused_at'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    check?.(toMailbox(before))
    const changed = mailTopics.filter((topic) => {
      const wish = wishes[topic]
      return wish !== undefined && wish !== (before[columns[topic]] === null)
    })
    for (const topic of changed) await choose(trx, { userId, topic, isWanted: wishes[topic] === true, by })
    return changed
  })
}

type Choice = { userId: number; topic: MailTopic; isWanted: boolean; by: 'account' | 'link' }

async function choose(trx: Trx, { userId, topic, isWanted, by }: Choice): Promise<void> {
  await trx
    .updateTable('mailboxes')
    .set({ [columns[topic]]: isWanted ? null : new Date() })
    .where('user_id', '=', userId)
    .execute()
  await recordHistory(trx, {
    entity: 'user',
    entityId: userId,
    action: isWanted ? 'mails-wanted' : 'mails-declined',
    actorUserId: by === 'account' ? userId : null,
    ...(by === 'link' ? { source: 'mail-link' } : {}),
    details: { topic },
  })
}

export async function deleteMailbox(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('mailboxes').where('user_id', '=', userId).execute()
}
