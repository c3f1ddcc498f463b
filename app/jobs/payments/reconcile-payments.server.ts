import { gatewayName } from '#app/domain/settings/issuer.ts'
import { RemoteFault } from '#app/gateways/ask-json.server.ts'
import type { RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { applyRemoteSlip, gatewayAccess, type SlipOutcome } from '#app/jobs/charges/remote-slip.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { log } from '#app/log.server.ts'
import { type GatewaySlip, listSlipsToCheck, markChecked } from '#app/models/payments/gateway-slip.server.ts'

const MOST = 500
const done: readonly SlipOutcome[] = ['confirmed', 'late', 'noted']

/**
 * Every hour asks the gateway about each slip that is open or was given up lately (D15), for the notices that never
 * came. A slip that fails stops no other; a gateway that wants to be left alone, or does not know us, ends the run,
 * which is then shown as failed and tried again.
 */
export const reconcilePayments: Schedule = {
  name: 'reconcile-payments',
  when: { every: 'hour' },
  async run(now) {
    const counts = { slipsChecked: 0, slipsPaid: 0, slipsFailed: 0 }
    const slips = await listSlipsToCheck(gatewayName, now, MOST)
    if (slips.length === 0) return counts
    const gateway = gatewayAccess()
    for (const slip of slips) {
      const outcome = await check(gateway, slip)
      await markChecked(slip.id, now)
      counts.slipsChecked += 1
      if (outcome === 'failed') counts.slipsFailed += 1
      else if (done.includes(outcome)) counts.slipsPaid += 1
    }
    return counts
  },
}

async function check(gateway: RemoteIssuer, slip: GatewaySlip): Promise<SlipOutcome | 'failed'> {
  try {
    const remote = await gateway.read(slip.external_id ?? '')
    if (remote) return await applyRemoteSlip(slip, remote, 'reconciliation')
    log.error({ boleto: slip.id }, 'alert: the gateway does not know a slip it made')
    return 'failed'
  } catch (error) {
    if (endsTheRun(error)) throw new Error('the gateway takes no questions now')
    log.error({ err: error, boleto: slip.id }, 'alert: slip not reconciled')
    return 'failed'
  }
}

function endsTheRun(error: unknown): boolean {
  return error instanceof RemoteFault && ['access', 'status-429', 'paused'].includes(error.reason)
}
