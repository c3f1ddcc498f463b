import { JobRefused } from '#app/jobs/platform/job.ts'
import { findCompany } from '#app/models/settings/setting.server.ts'
import { type CompanyContact, companyContact } from '#app/text/accounts/address-labels.ts'

/** Throws JobRefused while the settings lack the company. */
export async function mailSender(): Promise<CompanyContact> {
  const company = await findCompany()
  if (!company) throw new JobRefused('no company in the settings')
  return companyContact(company)
}
