import type { Request } from 'express'
import { MAX_FORM_BYTES } from '../body-limits.ts'
import type { Priority } from './admission.ts'

const reservedPaths =
  /^\/(cart|checkout|payment|payment_return|login|logout|recover|change_pass|renew|photo|webhooks)(\/|$|\.data$)|^\/manage\/\d+\/renew$/

/** Returns 'reserved' for cart, checkout, payment, login and webhooks, which precede lists and reports. */
export function getPriority(path: string): Priority {
  return reservedPaths.test(path) ? 'reserved' : 'usual'
}

export function isWebhook(path: string): boolean {
  return /^\/webhooks(\/|$)/.test(path)
}

/** Returns true for multipart bodies longer than a form, which are streamed under limits of their own. */
export function isUpload(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.is('multipart/form-data'))
    return false
  // A body without a length (NaN) counts as an upload.
  return !(Number(request.get('Content-Length')) <= MAX_FORM_BYTES)
}
