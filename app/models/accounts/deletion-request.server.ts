import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

export function selectOpenDeletionRequests(reader: DbOrTrx) {
  return reader
    .selectFrom('deletion_requests')
    .where('deletion_requests.done_at', 'is', null)
    .where('deletion_requests.undone_at', 'is', null)
}

export function findOpenDeletion(userId: number, reader: DbOrTrx = db): Promise<{ dueAt: Date } | undefined> {
  return selectOpenDeletionRequests(reader)
    .select('due_at as dueAt')
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
