import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const MINUTE_MS = 60_000

/** Returns how many calls a process reserves in one statement, so that not every call writes. */
const getBlockSize = (limit: number) => Math.max(1, Math.floor(Math.max(5, limit / 100) / env.WEB_PROCESSES))

type CallBlock = { remaining: number; end: Promise<number> }

let blocks = { minute: 0, byCaller: new Map<string, CallBlock>() }

/** Counts a call, including reserved ones of other processes. Returns the minute's count and seconds left. */
export async function countCall(
  caller: string,
  limit: number,
  now: Date,
): Promise<{ count: number; secondsLeft: number }> {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const secondsLeft = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000)
  if (blocks.minute !== minute) blocks = { minute, byCaller: new Map() }
  const { byCaller } = blocks
  const block = getUsableBlock(byCaller.get(caller)) ?? reserveBlock(caller, minute, getBlockSize(limit))
  byCaller.set(caller, block)
  block.remaining--
  const { remaining } = block
  try {
    return { count: (await block.end) - remaining, secondsLeft }
  } catch (error) {
    byCaller.delete(caller)
    throw error
  }
}

function getUsableBlock(block: CallBlock | undefined): CallBlock | undefined {
  return block && block.remaining > 0 ? block : undefined
}

function reserveBlock(caller: string, minute: number, calls: number): CallBlock {
  return { remaining: calls, end: reserveCalls(caller, minute, calls) }
}

async function reserveCalls(caller: string, minute: number, calls: number): Promise<number> {
  const callerHash = createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
    .update(caller)
    .digest('hex')
  // LAST_INSERT_ID(x) returns the new count from the same statement.
  const result = await sql`insert into api_calls (who_hash, minute, calls)
    values (${callerHash}, ${minute}, last_insert_id(${calls}))
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
