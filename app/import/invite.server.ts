import { inviteImportedAccounts } from '#app/models/backoffice/import/invitations.server.ts'

const PORTION_SIZE = 200

/** Mails a link to every imported person without a password. Returns their number. Can be repeated. */
export async function inviteImported(importId: number): Promise<number> {
  let total = 0
  while (true) {
    const count = await inviteImportedAccounts(importId, PORTION_SIZE)
    total += count
    if (count === 0) return total
  }
}
