// The shop is imported late, because a test file may set its environment first.
const connectDatabase = async () => (await import('#app/models/platform/db.server.ts')).db

async function findOpenEffect(job: string, subject: string | number) {
  const db = await connectDatabase()
  return db
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', job)
    .where('subject', '=', String(subject))
    .where('done_at', 'is', null)
    .executeTakeFirst()
}

/** Runs an open effect as the worker does and closes it. */
export async function runEffect(job: string, subject: string | number, attempt = 1): Promise<void> {
  const row = await findOpenEffect(job, subject)
  if (!row) throw new Error(`no ${job} is open for ${subject}`)
  const { findJob } = await import('#app/jobs/registry.server.ts')
  await findJob(job)?.run(String(subject), { id: row.id, attempt })
  const db = await connectDatabase()
  await db.updateTable('outbox').set({ done_at: new Date() }).where('id', '=', row.id).execute()
}

export async function isEffectOpen(job: string, subject: string | number): Promise<boolean> {
  return (await findOpenEffect(job, subject)) !== undefined
}

/** Returns 'job subject' of open effects whose job matches. */
export async function listOpenEffects(jobPattern: string): Promise<string[]> {
  const db = await connectDatabase()
  const rows = await db
    .selectFrom('outbox')
    .select(['job', 'subject'])
    .where('job', 'like', jobPattern)
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ job, subject }) => `${job} ${subject}`)
}
