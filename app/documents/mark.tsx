import type { CompanyLook } from '#app/domain/settings/appearance.ts'
import { MarkPaths } from '#app/ui/frame/mark-paths.tsx'

type BrandProps = { name: string; companyLook: CompanyLook | undefined }

/** Shows the company's logo, or the default logo and name. */
export function Brand({ name, companyLook }: BrandProps) {
  if (companyLook?.logo) {
    return <img className="brand-picture" src={`data:image/png;base64,${companyLook.logo.png}`} alt={name} />
  }
  return (
    <>
      <svg viewBox="5 1 23 30" aria-hidden="true">
        <MarkPaths sheet={companyLook?.ink ?? '#0a4d5f'} line="#fff" lineWidth="2.4" />
      </svg>
      <p className="brand">{name}</p>
    </>
  )
}
