import type { Request } from 'express'
import type { Priority } from './admission.ts'

const reserved =
  /^\/(cart|checkout|payment|payment_return|login|logout|recover|change_pass|renew|photo|webhooks)(\/|$|\.data$)|^\/manage\/\d+\/renew$/

/** Cart, checkout, payment, login and what the gateway says of payments come before lists, searches and reports (D114). */
export function priorityOf(path: string): Priority {
  return reserved.test(path) ? 'reserved' : 'usual'
}

/** Sent with files; it takes as long as its sender's line does, under limits of its own (body-limits.ts). */
export function isUpload(request: Request): boolean {
  return request.method !== 'GET' && Boolean(request.is('multipart/form-data'))
}
