import type { Look } from '#app/domain/settings/appearance.ts'
import { MarkPaths } from '#app/ui/frame/mark-paths.tsx'

type BrandProps = { name: string; look: Look | undefined }

/** Shows the company's logo, or the default logo and name. */
export function Brand({ name, look }: BrandProps) {
  if (look?.logo) {
    return <img className="brand-picture" src={`data:image/png;base64,${look.logo.png}`} alt={name} />
  }
  return (
    <>
      <svg viewBox="5 1 23 30" aria-hidden="true">
        <MarkPaths sheet={look?.ink ?? '#0a4d5f'} line="#fff" lineWidth="2.4" />
      </svg>
      <p className="brand">{name}</p>
    </>
  )
}
