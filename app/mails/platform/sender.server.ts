import { JobRefused, missingSettings } from '#app/domain/platform/job-event.ts'
import type { Appearance, CompanyLook } from '#app/domain/settings/appearance.ts'
import { readStored } from '#app/gateways/storage.server.ts'
import { findAppearance, findShopIdentity } from '#app/models/settings/setting.server.ts'
import { type CompanyContact, toCompanyContact } from '#app/text/accounts/address-labels.ts'

/** Returns the company with its appearance, if set. Throws JobRefused if there is no company. */
export async function loadMailSender(): Promise<CompanyContact> {
  const { company, appearance } = await findShopIdentity()
  if (!company) throw new JobRefused(missingSettings.company)
  const companyLook = await loadLook(appearance)
  return { ...toCompanyContact(company), ...(companyLook ? { companyLook } : {}) }
}

/** Returns the company's appearance, for documents with their own text about the seller. */
export async function findCompanyLook(): Promise<CompanyLook | undefined> {
  return loadLook(await findAppearance())
}

/** Omits a logo that the storage lacks, so that mails and documents do not fail. */
async function loadLook(appearance: Appearance | undefined): Promise<CompanyLook | undefined> {
  if (!appearance) return undefined
  const { ink, act, logoFile, logoWidth, logoHeight } = appearance
  const png = logoFile === null ? undefined : await readStored(logoFile)
  const logo =
    png && logoWidth && logoHeight
      ? { png: Buffer.from(png).toString('base64'), width: logoWidth, height: logoHeight }
      : null
  return ink || act || logo ? { ink, act, logo } : undefined
}
