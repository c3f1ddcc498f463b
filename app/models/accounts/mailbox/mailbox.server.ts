import { randomBytes } from 'node:crypto'
import { type MailTopic, mailTopics } from '#app/domain/accounts/mailbox/mail-topic.ts'
import { isDeactivated, lockUser } from '#app/models/accounts/user.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import type { StaleCheck } from '#app/models/platform/optimistic-lock.server.ts'

const topicColumns = { reminders: 'reminders_off_at', revisions: 'revisions_off_at' } as const

const TOKEN_BYTES = 16
const TOKEN_PATTERN = /^[\w-]{22}$/

export type DeclinedTopics = Record<MailTopic, Date | null>
export type Mailbox = { declinedTopics: DeclinedTopics; refusedAt: Date | null }

/** Returns the token of the account's mail links. It is stored unencrypted because the links must work for years. */
export async function findOrCreateMailboxToken(userId: number): Promise<string> {
  const knownToken = await findMailboxToken(userId)
  if (knownToken !== undefined) return knownToken
  await db.insertInto('mailboxes').ignore().values(makeMailboxRow(userId)).execute()
  return (await findMailboxToken(userId)) ?? ''
}

async function findMailboxToken(userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('mailboxes')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.token
}

export function makeMailboxRow(userId: number) {
  return { user_id: userId, token: randomBytes(TOKEN_BYTES).toString('base64url') }
}

export async function hasDeclinedTopic(userId: number, topic: MailTopic): Promise<boolean> {
  const { declinedTopics } = await findMailbox(userId)
  return declinedTopics[topic] !== null
}

export async function findMailbox(userId: number): Promise<Mailbox> {
  const row = await selectMailboxes().where('user_id', '=', userId).executeTakeFirst()
  if (row) return toMailbox(row)
  return { declinedTopics: { reminders: null, revisions: null }, refusedAt: null }
}

/** Returns the mailbox of a token, or undefined for an unknown token or a deactivated account. */
export async function findMailboxByToken(token: string): Promise<(Mailbox & { userId: number }) | undefined> {
  if (!TOKEN_PATTERN.test(token)) return undefined
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

type MailboxRow = { reminders_off_at: Date | null; revisions_off_at: Date | null; refused_at: Date | null }

function toMailbox({
  reminders_off_at: reminders,
  revisions_off_at: revisions,
  refused_at,
}: MailboxRow): Mailbox {
  return { declinedTopics: { reminders, revisions }, refusedAt: refused_at }
}

export type TopicChoices = Partial<Record<MailTopic, boolean>>

/**
 * Sets the topics of the account's mails and returns the changed topics. `source` is 'link' without a login.
 */
export function saveTopics(
  userId: number,
  choices: TopicChoices,
  source: 'account' | 'link',
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
    const changedTopics = mailTopics.filter((topic) => {
      const choice = choices[topic]
      const isReceived = before[topicColumns[topic]] === null
      return choice !== undefined && choice !== isReceived
    })
    for (const topic of changedTopics)
      await saveTopicChoice(trx, { userId, topic, isTopicWanted: choices[topic] === true, source })
    return changedTopics
  })
}

type Choice = { userId: number; topic: MailTopic; isTopicWanted: boolean; source: 'account' | 'link' }

async function saveTopicChoice(trx: Trx, { userId, topic, isTopicWanted, source }: Choice): Promise<void> {
  await trx
    .updateTable('mailboxes')
    .set({ [topicColumns[topic]]: isTopicWanted ? null : new Date() })
    .where('user_id', '=', userId)
    .execute()
  await recordHistory(trx, {
    entity: 'user',
    entityId: userId,
    action: isTopicWanted ? 'mails-wanted' : 'mails-declined',
    actorUserId: source === 'account' ? userId : null,
    ...(source === 'link' ? { source: 'mail-link' } : {}),
    details: { topic },
  })
}

export async function deleteMailbox(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('mailboxes').where('user_id', '=', userId).execute()
}
