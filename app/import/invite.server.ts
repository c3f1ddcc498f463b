import { inviteSome } from '#app/models/backoffice/import/invitations.server.ts'

const PORTION = 200

/** Mails everybody who came and has no password a link for one; returns how many. Repeating it reaches the rest. */
export async function inviteImported(importId: number): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inviteSome(importId, PORTION)
    total += count
    if (count === 0) return total
  }
}
