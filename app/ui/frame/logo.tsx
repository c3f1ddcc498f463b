import { MarkPaths } from '#app/ui/frame/mark-paths.tsx'

export function LogoMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <MarkPaths sheet="#e6f0f1" line="#d9560f" lineWidth="2.6" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      Aeropub
    </span>
  )
}
