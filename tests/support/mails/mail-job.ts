import type { MailName } from '#app/domain/platform/effect.ts'
import type { Job } from '#app/jobs/platform/job.ts'
import { findJob } from '#app/jobs/registry.server.ts'

export function requireMailJob(name: MailName): Job {
  const job = findJob(name)
  if (!job) throw new Error(`no mail ${name}`)
  return job
}
