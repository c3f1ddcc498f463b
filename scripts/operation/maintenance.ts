import { db } from '#app/models/platform/db.server.ts'
import { endMaintenance, findMaintenance, startMaintenance } from '#app/models/platform/maintenance.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

const MINUTE_MS = 60_000
const usage = 'npm run maintenance -- on [MINUTES] | off\nWithout words: whether it is on.'

/** Turns maintenance on or off; the shop follows within two seconds. Exits with 1 for other arguments. */
try {
  const [command, minutes, ...otherArguments] = process.argv.slice(2)
  const areMinutesValid = minutes === undefined || /^[1-9]\d{0,4}$/.test(minutes)
  if (command === 'on' && areMinutesValid && otherArguments.length === 0) {
    await startMaintenance(minutes === undefined ? null : new Date(Date.now() + Number(minutes) * MINUTE_MS))
    await printState()
  } else if (command === 'off' && minutes === undefined)
    console.log((await endMaintenance()) ? 'maintenance ended' : 'maintenance was not on')
  else if (command === undefined) await printState()
  else {
    console.error(usage)
    process.exitCode = 1
  }
} finally {
  await db.destroy()
}

async function printState() {
  const maintenance = await findMaintenance()
  if (!maintenance) return console.log('maintenance is off')
  const { beganAt, expectedEnd } = maintenance
  const endText = expectedEnd ? `, expected end ${formatDateTime(expectedEnd)}` : ''
  console.log(`maintenance is on since ${formatDateTime(beganAt)}${endText}`)
}
