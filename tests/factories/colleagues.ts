import type { MemberRole } from '#app/domain/accounts/colleagues.ts'
import {
  acceptInvitation,
  findInvitationMail,
  inviteColleague,
} from '#app/models/accounts/colleagues/invitation.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeCustomer, newEmail, person } from './people.ts'

type Company = { userId: number; profileId: number }

/** Each invitation comes from another network, so that the limit of attempts per network does not apply. */
let networkCount = 0

/** Marks a company's mailbox as verified, and invites `email` to the company. Returns the invitation's id. */
export async function makeInvitation(
  { userId, profileId }: Company,
  email = newEmail(),
  role: MemberRole = 'mechanic',
) {
  networkCount += 1
  await db
    .updateTable('users')
    .set({ email_proved_at: new Date('2026-01-02T12:00:00Z') })
    .where('id', '=', userId)
    .where('email_proved_at', 'is', null)
    .execute()
  const owner = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await inviteColleague({ userId, profileId, ...owner }, { email, role, address: `network-${networkCount}` })
  const { id } = await db
    .selectFrom('company_members')
    .select('id')
    .where('profile_id', '=', profileId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the token in an invitation's newest mail, or '' if the mail is obsolete. */
export async function findInvitationToken(memberId: number): Promise<string> {
  const row = await db
    .selectFrom('company_members')
    .select('sends')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return (await findInvitationMail(memberId, row.sends))?.token ?? ''
}

/** Creates a customer who accepted the company's invitation. */
export async function makeColleague(company: Company, role: MemberRole, name = `Colega ${role}`) {
  const customer = await makeCustomer({ identity: { ...person, name } })
  const memberId = await makeInvitation(company, customer.email, role)
  await acceptInvitation(await findInvitationToken(memberId), customer, role)
  return { ...customer, memberId, role, name }
}
