import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const MINUTE_MS = 60_000

/**
 * Returns how many calls a process reserves in one statement, because a statement per call would be slow. The
 * processes together reserve one percent of the limit, but at least five calls.
 */
function calculateBlockSize(limit: number): number {
  const reservedCalls = Math.max(5, limit / 100)
  return Math.max(1, Math.floor(reservedCalls / env.WEB_PROCESSES))
}

type CallBlock = { remaining: number; end: Promise<number> }

let currentBlocks = { minute: 0, byCaller: new Map<string, CallBlock>() }

/** Counts a call. The count includes calls that other processes have reserved in this minute. */
export async function countCall(
  caller: string,
  limit: number,
  now: Date,
): Promise<{ count: number; secondsLeft: number }> {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const endOfMinuteMs = (minute + 1) * MINUTE_MS
  const secondsLeft = Math.ceil((endOfMinuteMs - now.getTime()) / 1000)
  if (currentBlocks.minute !== minute) currentBlocks = { minute, byCaller: new Map() }
  const { byCaller } = currentBlocks
  const usableBlock = getUsableBlock(byCaller.get(caller))
  const block = usableBlock ?? reserveBlock(caller, minute, calculateBlockSize(limit))
  byCaller.set(caller, block)
  block.remaining--
  const { remaining } = block
  try {
    const lastReservedCall = await block.end
    return { count: lastReservedCall - remaining, secondsLeft }
  } catch (error) {
    byCaller.delete(caller)
    throw error
  }
}

function getUsableBlock(block: CallBlock | undefined): CallBlock | undefined {
  return block && block.remaining > 0 ? block : undefined
}

function reserveBlock(caller: string, minute: number, callCount: number): CallBlock {
  return { remaining: callCount, end: reserveCalls(caller, minute, callCount) }
}

async function reserveCalls(caller: string, minute: number, callCount: number): Promise<number> {
  const callerHash = createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
    .update(caller)
    .digest('hex')
  // LAST_INSERT_ID(x) returns the new count from the same statement.
  const insertion = await sql`insert into api_calls (who_hash, minute, calls)
    values (${callerHash}, ${minute}, last_insert_id(${callCount}))
    on duplicate key update calls = last_insert_id(calls + ${callCount})`.execute(db)
  return Number(insertion.insertId ?? BigInt(callCount))
}

export async function deleteOldCalls(before: Date, limit: number): Promise<number> {
  const deletion = await db
    .deleteFrom('api_calls')
    .where('minute', '<', Math.floor(before.getTime() / MINUTE_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(deletion.numDeletedRows)
}
