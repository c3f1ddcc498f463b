import { gatewayName } from '#app/domain/settings/issuer.ts'
import type { RemoteIssuer } from '#app/gateways/boleto-issuer/boleto-issuer.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import {
  applyRemoteBoleto,
  type BoletoOutcome,
  requireGateway,
} from '#app/jobs/charges/remote-boleto.server.ts'
import { recheckCharge } from '#app/jobs/payments/recheck-charges.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { log } from '#app/log.server.ts'
import {
  type GatewayBoleto,
  listBoletosToCheck,
  markChecked,
} from '#app/models/payments/gateway-boleto.server.ts'
import { listPaymentsToRecheck, markRechecked } from '#app/models/payments/rechecked-payment.server.ts'

const MAX_BOLETOS_PER_RUN = 500
const paidOutcomes: readonly BoletoOutcome[] = ['confirmed', 'late', 'noted']

const MAX_PAYMENTS_PER_RUN = 200

/**
 * Reads open boletos, recently withdrawn boletos and possible reversals every hour, because webhooks may be lost.
 * Continues after a failure. A rate limit or denied access ends the run.
 */
export const reconcilePayments: Schedule = {
  name: 'reconcile-payments',
  time: { every: 'hour' },
  async run(now) {
    const counts = { boletosChecked: 0, boletosPaid: 0, boletosFailed: 0, paymentsChecked: 0 }
    const boletos = await listBoletosToCheck(gatewayName, now, MAX_BOLETOS_PER_RUN)
    const payments = await listPaymentsToRecheck(['gateway', 'reconciliation'], now, MAX_PAYMENTS_PER_RUN)
    if (boletos.length + payments.length === 0) return counts
    const gateway = requireGateway()
    for (const boleto of boletos) {
      const outcome = await checkAndLogFailure({ boleto: boleto.id }, () => checkBoleto(gateway, boleto))
      await markChecked(boleto.id, now)
      counts.boletosChecked += 1
      if (outcome === 'failed') counts.boletosFailed += 1
      else if (paidOutcomes.includes(outcome)) counts.boletosPaid += 1
    }
    for (const payment of payments) {
      await checkAndLogFailure({ payment: payment.id }, () => recheckCharge(gateway, payment))
      await markRechecked(payment.id, now)
      counts.paymentsChecked += 1
    }
    return counts
  },
}

async function checkBoleto(gateway: RemoteIssuer, boleto: GatewayBoleto): Promise<BoletoOutcome | 'unknown'> {
  const remote = await gateway.read(boleto.external_id ?? '')
  return remote ? applyRemoteBoleto(boleto, remote, 'reconciliation') : 'unknown'
}

/** Logs a failure and returns 'failed'. Throws if the gateway would reject further requests too. */
async function checkAndLogFailure(
  logFields: Record<string, number>,
  work: () => Promise<BoletoOutcome | 'unknown'>,
): Promise<BoletoOutcome | 'failed'> {
  try {
    const outcome = await work()
    if (outcome !== 'unknown') return outcome
    log.error(logFields, 'alert: the gateway does not know a boleto it made')
    return 'failed'
  } catch (error) {
    if (isRunEnding(error)) throw new Error('the gateway takes no questions now')
    log.error({ err: error, ...logFields }, 'alert: boleto not reconciled')
    return 'failed'
  }
}

function isRunEnding(error: unknown): boolean {
  return error instanceof RemoteFault && ['access', 'status-429', 'paused'].includes(error.reason)
}
