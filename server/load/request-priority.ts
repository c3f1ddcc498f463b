import type { Request } from 'express'
import { MAX_FORM_BYTES } from '../body-limits.ts'
import type { Priority } from './admission.ts'

const reserved =
  /^\/(cart|checkout|payment|payment_return|login|logout|recover|change_pass|renew|photo|webhooks)(\/|$|\.data$)|^\/manage\/\d+\/renew$/

/** Cart, checkout, payment, login and what the gateway says of payments come before lists, searches and reports (D114). */
export function getPriority(path: string): Priority {
  return reserved.test(path) ? 'reserved' : 'usual'
}

/** Money that a provider reports; its calls have a room of their own. */
export function isWebhook(path: string): boolean {
  return /^\/webhooks(\/|$)/.test(path)
}

/**
 * Sent with files, and longer than a form: read as it arrives, which takes as long as its sender's line does, under
 * limits of its own (body-limits.ts, api-edge.ts).
 */
export function isUpload(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.is('multipart/form-data'))
    return false
  return !(Number(request.get('Content-Length')) <= MAX_FORM_BYTES)
}
