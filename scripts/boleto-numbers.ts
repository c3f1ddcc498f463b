import { parseArgs } from 'node:util'
import { formatBoletoNumber, getBoletoNumberRange } from '#app/domain/charges/boleto-number.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { log } from '#app/log.server.ts'
import {
  findBoletoNumbers,
  NumberInUse,
  raiseBoletoNumbers,
} from '#app/models/charges/boleto-number.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { findBankAgreement } from '#app/models/settings/setting.server.ts'

class CommandRefused extends Error {}

const usage = 'npm run boleto-numbers [-- --from NUMBER]'

/** Prints or raises the next boleto number, as after a restore (D67). Exits with 1 if rejected. */
try {
  const from = readMinNumber()
  const agreement = await findBankAgreement()
  if (!agreement) throw new CommandRefused('no bank agreement in the settings')
  if (from !== undefined) {
    const { last: lastAllowed } = getBoletoNumberRange(agreement, toCivilDate(new Date()))
    if (from > lastAllowed) throw new CommandRefused(`the bank has no number beyond ${lastAllowed}`)
    await raiseBoletoNumbers(from, { actorUserId: null, source: 'command-line' })
  }
  const { range, next, last, lastUsedNumber, highestBoleto, highestSeen } = await findBoletoNumbers(agreement)
  const formatNumber = (number: number | null) => (number ? formatBoletoNumber(agreement, number) : 'none')
  console.log(
    [
      `agreement: ${range}`,
      `next number: ${next > last ? 'none, all are given' : formatNumber(next)}`,
      `last number given: ${formatNumber(lastUsedNumber)}`,
      `highest in boletos: ${formatNumber(highestBoleto)}`,
      `highest in return files: ${formatNumber(highestSeen)}`,
    ].join('\n'),
  )
} catch (error) {
  if (error instanceof CommandRefused || error instanceof NumberInUse) console.error(error.message)
  else log.fatal({ err: error }, 'boleto numbers')
  process.exitCode = 1
} finally {
  await db.destroy()
}

function readMinNumber(): number | undefined {
  const { from } = parseOptions().values
  if (from === undefined) return undefined
  if (!/^\d{1,15}$/.test(from) || Number(from) < 1) throw new CommandRefused(usage)
  return Number(from)
}

function parseOptions() {
  try {
    return parseArgs({ options: { from: { type: 'string' } } })
  } catch {
    throw new CommandRefused(usage)
  }
}
