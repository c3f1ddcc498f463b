import type { PixCheckOutcome } from '#app/domain/settings/own-pix.ts'
import { env } from '#app/env.server.ts'
import { findPixBank } from '#app/gateways/pix/choose.server.ts'
import { PixRefused } from '#app/gateways/pix/pix-bank.ts'
import { RemoteFault } from '#app/gateways/request-json.server.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { getPixSetting, saveSetting } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'

const outcomesByReason = new Map<string, PixCheckOutcome>([
  ['bank-access', 'access'],
  ['certificate', 'certificate'],
])

/** Tests access, key and certificate and registers our webhook address, for the settings page. */
export const checkPix: Job = {
  queue: 'work',
  async run() {
    const { key } = await getPixSetting()
    const { outcome, detail } = await checkBankAccess(key)
    await saveSetting('pixCheck', { at: new Date().toISOString(), outcome, detail })
  },
}

async function checkBankAccess(key: string): Promise<{ outcome: PixCheckOutcome; detail: string }> {
  const bank = findPixBank()
  if (!bank || !env.PIX || key === '') return { outcome: 'missing', detail: '' }
  const address = `${env.PUBLIC_URL}${paths.pixWebhook(env.PIX.webhookToken)}`
  try {
    if ((await bank.findWebhook(key)) !== address) await bank.setWebhook(key, address)
    return { outcome: 'works', detail: '' }
  } catch (error) {
    if (error instanceof PixRefused) return { outcome: 'refused', detail: error.message }
    if (!(error instanceof RemoteFault)) throw error
    const outcome = outcomesByReason.get(error.reason) ?? 'unreachable'
    return { outcome, detail: outcome === 'unreachable' ? error.reason : '' }
  }
}
