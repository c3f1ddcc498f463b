import { inviteSome } from '#app/models/backoffice/import/invitations.server.ts'

const PORTION = 200

/** Mails a password link to every imported person without a password; returns their number. A repeat mails the rest. */
export async function inviteImported(importId: number): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inviteSome(importId, PORTION)
    total += count
    if (count === 0) return total
  }
}
