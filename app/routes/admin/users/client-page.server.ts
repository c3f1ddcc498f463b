import { mailTopics } from '#app/domain/accounts/mailbox/mail-topic.ts'
import { canSeeLink } from '#app/domain/accounts/roles.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { findUserFormData } from '#app/http/backoffice/user-form.server.ts'
import type { requireStaff } from '#app/http/staff.server.ts'
import { listMembers } from '#app/models/accounts/colleagues/membership.server.ts'
import { hasSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import type { StaffUser } from '#app/models/accounts/user-edit.server.ts'
import { findClientRecords, sumClientMoney } from '#app/models/backoffice/client-page.server.ts'
import { mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { formatDate, formatDocument } from '#app/text/platform/format.ts'

type Viewer = Awaited<ReturnType<typeof requireStaff>>
export type ClientPage = Awaited<ReturnType<typeof loadClient>>

/** Loads a client's data for the page and its form, and the newest records. */
export async function loadClient(user: StaffUser, viewer: Viewer) {
  const today = toCivilDate(new Date())
  const [formData, records, money, colleagues, hasTwoStepLogin] = await Promise.all([
    findUserFormData(user),
    findClientRecords(user.id, today),
    sumClientMoney(user.id, today),
    user.isCompany ? listMembers(user.id) : [],
    viewer.isSuperuser ? hasSecondFactor(user.userId) : false,
  ])
  return {
    ...toClientData(user),
    canSeeLink: canSeeLink(user, viewer),
    hasTwoStepLogin,
    user: formData,
    records,
    money,
    today,
    colleagues,
  }
}

function toClientData(user: StaffUser) {
  const { id, email, name, isCompany, companyName, isActive, isPartner, isStaff, isSuperuser } = user
  return {
    id,
    email,
    contact: isCompany && companyName ? name : null,
    document: formatDocument((isCompany ? user.cnpj : user.cpf) ?? '') || null,
    isCompany,
    ie: user.ie,
    phone: formatPhoneText(user.phone) || null,
    since: formatDate(toCivilDate(user.createdAt)),
    declinedTopics: listDeclinedMails(user),
    billing: user.billing,
    shipping: user.shipping,
    isActive,
    isPartner,
    isStaff: isStaff || isSuperuser,
    isRemoved: user.isRemoved,
  }
}

/** Returns the kinds of mail that the client declined, each with the day (D128). */
function listDeclinedMails({ remindersOffAt: reminders, revisionsOffAt: revisions }: StaffUser): string[] {
  const declinedSince = { reminders, revisions }
  return mailTopics.flatMap((topic) => {
    const since = declinedSince[topic]
    return since ? [`${mailTopicLabels[topic]}, desde ${formatDate(toCivilDate(since))}`] : []
  })
}
