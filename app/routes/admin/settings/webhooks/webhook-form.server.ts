import type { Submission } from '@conform-to/react'
import { data } from '@remix-run/node'
import { env } from '#app/env.server.ts'
import { loadConflict, replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import {
  createEndpoint,
  type EndpointData,
  type EndpointSaveContext,
  findEndpoint,
  saveEndpoint,
  TooManyEndpoints,
} from '#app/models/settings/webhook-endpoint.server.ts'
import { paths } from '#app/paths.ts'
import type { SettingReply } from '#app/routes/admin/settings/setting-form.server.ts'
import {
  makeWebhookSchema,
  toWebhookTexts,
  webhookLabels,
} from '#app/routes/admin/settings/webhooks/webhook-schema.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { webhookRefusals } from '#app/text/settings/webhook-labels.ts'

/** Schema with this installation's rules for addresses. */
export const endpointSchema = makeWebhookSchema(env.WEBHOOKS_ALLOW_PRIVATE)

export type WebhookReply = SettingReply & { createdEndpoint: { id: number; secret: string } | null }

const versionPattern = /^\d{1,9}$/

export function makeWebhookReply<Value>(submission: Submission<Value>) {
  const { lock_version } = submission.payload
  const seenVersion =
    typeof lock_version === 'string' && versionPattern.test(lock_version) ? Number(lock_version) : null
  const reply: WebhookReply = {
    result: submission.reply(),
    conflict: null,
    lock_version: seenVersion,
    createdEndpoint: null,
  }
  return data(reply, { status: 400 })
}

type NewEndpoint = { data: EndpointData; token: string; actorUserId: number }

/** Returns the secret, which no later page shows. A repeated form redirects to the created endpoint. */
export async function createEndpointOrReply<Value>(
  { data: endpointData, ...creation }: NewEndpoint,
  submission: Submission<Value>,
) {
  try {
    const { id, secret } = await createEndpoint(endpointData, creation)
    if (secret === null) return redirectWithFlash(paths.admin.webhook(id), repeatedFlash)
    const reply: WebhookReply = {
      result: submission.reply(),
      conflict: null,
      lock_version: null,
      createdEndpoint: { id, secret },
    }
    return data(reply)
  } catch (error) {
    if (!(error instanceof TooManyEndpoints)) throw error
    const result = submission.reply({ formErrors: [webhookRefusals.tooMany] })
    const reply: WebhookReply = { result, conflict: null, lock_version: null, createdEndpoint: null }
    return data(reply, { status: 400 })
  }
}

const repeatedFlash = {
  tone: 'warn',
  text: 'Este webhook já foi criado. O segredo só aparece uma vez.',
} as const

/** Saves the endpoint. Returns 409 with both versions if another person saved meanwhile. */
export async function saveEndpointOrConflict<Value>(
  id: number,
  { data: endpointData, saveContext }: { data: EndpointData; saveContext: EndpointSaveContext },
  submission: Submission<Value>,
) {
  try {
    await saveEndpoint(id, endpointData, saveContext)
    return redirectWithFlash(paths.admin.webhook(id), { tone: 'good', text: specTexts.saved })
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const storedEndpoint = (await findEndpoint(id)) ?? notFound()
    const saved = toWebhookTexts(storedEndpoint)
    const typed = toWebhookTexts(endpointData)
    const versions = { labels: webhookLabels, stored: saved, typed, sent: submission.payload, saved }
    const conflict = await loadConflict({ entity: 'webhook', id }, versions)
    const { lock_version } = storedEndpoint
    const result = replyWithStored(submission.reply(), versions)
    const reply: WebhookReply = { result, conflict, lock_version, createdEndpoint: null }
    return data(reply, { status: 409 })
  }
}
