import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const MINUTE_MS = 60_000

/** Returns how many calls a process reserves in one statement, so that not every call writes. */
const countCallsAtOnce = (limit: number) =>
  Math.max(1, Math.floor(Math.max(5, limit / 100) / env.WEB_PROCESSES))

type Block = { remaining: number; end: Promise<number> }

let blocks = { minute: 0, byCaller: new Map<string, Block>() }

/** Counts a call, including reserved ones of other processes. Returns the minute's count and seconds left. */
export async function countCall(
  who: string,
  limit: number,
  now: Date,
): Promise<{ count: number; secondsLeft: number }> {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const secondsLeft = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000)
  if (blocks.minute !== minute) blocks = { minute, byCaller: new Map() }
  const { byCaller } = blocks
  const block = openBlock(byCaller.get(who)) ?? takeBlock(who, minute, countCallsAtOnce(limit))
  byCaller.set(who, block)
  block.remaining--
  const { remaining } = block
  try {
    return { count: (await block.end) - remaining, secondsLeft }
  } catch (error) {
    byCaller.delete(who)
    throw error
  }
}

function openBlock(block: Block | undefined): Block | undefined {
  return block && block.remaining > 0 ? block : undefined
}

function takeBlock(who: string, minute: number, calls: number): Block {
  return { remaining: calls, end: takeCalls(who, minute, calls) }
}

async function takeCalls(who: string, minute: number, calls: number): Promise<number> {
  const whoHash = createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
    .update(who)
    .digest('hex')
  // LAST_INSERT_ID(x) returns the new count from the same statement.
  const result = await sql`insert into api_calls (who_hash, minute, calls)
    values (${whoHash}, ${minute}, last_insert_id(${calls}))
    on duplicate key update calls = last_insert_id(calls + ${calls})`.execute(db)
  return Number(result.insertId ?? BigInt(calls))
}

export async function deleteOldCalls(before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('api_calls')
    .where('minute', '<', Math.floor(before.getTime() / MINUTE_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
