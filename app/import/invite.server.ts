import { inviteBatch } from '#app/models/backoffice/import/invitations.server.ts'

const PORTION = 200

/** Mails a link to every imported person without a password. Returns their number. Can be repeated. */
export async function inviteImported(importId: number): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inviteBatch(importId, PORTION)
    total += count
    if (count === 0) return total
  }
}
